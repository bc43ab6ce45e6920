import { Schema } from "effect"

/** A canonical product id: `c_<key>`, `off_<digits>`, `usda_<fdcId>` or `p_<digits>`. Never changes, never reused. */
export const ProductId = Schema.String.check(
  Schema.isPattern(/^(?:c_[a-z0-9]+(?:[_-][a-z0-9]+)*|off_[0-9]{1,24}|usda_[0-9]{1,10}|p_[0-9]{1,24})$/),
  Schema.isMaxLength(64)
).pipe(Schema.brand("ProductId"))
export type ProductId = typeof ProductId.Type
