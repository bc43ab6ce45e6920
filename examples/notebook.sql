-- Questions to the log, for DuckDB: duckdb < examples/notebook.sql, in the folder that these two made:
--   npx fooddata events export --format parquet --incremental dataset
--   npx fooddata products export --format parquet --out products.parquet
SET TimeZone = 'UTC';
SET VARIABLE events = 'dataset/**/*.parquet';
SET VARIABLE products = 'products.parquet';

CREATE VIEW events AS SELECT * FROM read_parquet(getvariable('events'), hive_partitioning = true);
CREATE VIEW products AS SELECT * FROM read_parquet(getvariable('products'));

-- How many events of which type were recorded on which day?
SELECT day, type, count(*) AS events FROM events GROUP BY ALL ORDER BY ALL;

-- The history of one product, as the log has it.
SELECT version, time, type, data->>'$.facts.nutrition.calories' AS calories, actor
FROM events WHERE stream = 'product-c_milk_whole' ORDER BY version;

-- The newest event of each product: the catalogue, from the log alone.
CREATE VIEW catalogue AS
SELECT stream, arg_max(type, version) AS type, arg_max(data, version) AS data
FROM events WHERE category = 'product' GROUP BY stream;

-- Does it agree with the export of the catalogue? Both counts are 0.
SELECT
  (SELECT count(*) FROM catalogue WHERE type <> 'ProductWithdrawn' AND stream NOT IN (SELECT 'product-' || id FROM products)) AS missing,
  (SELECT count(*) FROM products JOIN catalogue ON stream = 'product-' || id
   WHERE calories IS DISTINCT FROM (data->>'$.facts.nutrition.calories')::DOUBLE) AS different;

-- What each licence covers.
SELECT licence, source, count(*) AS products FROM products GROUP BY ALL ORDER BY ALL;

-- Foods by protein for their energy.
SELECT name, proteins, calories, round(100 * proteins / calories, 1) AS grams_per_100_kcal
FROM products WHERE calories > 20 AND proteins IS NOT NULL ORDER BY grams_per_100_kcal DESC, id LIMIT 10;

-- Which keys were used for what: calls by operation. A usage event holds up to 100 of them.
SELECT entry->>'$.operation' AS operation, count(*) AS calls
FROM (
  SELECT unnest(json_extract(data, '$.entries[*]')) AS entry FROM events WHERE type = 'UsageRecorded'
) GROUP BY ALL ORDER BY ALL;
