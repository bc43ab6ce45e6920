import { suite } from "../../contracts/ProductIndexContract.ts"
import { ownProductIndex } from "../../support/cluster/OpenSearchIndex.ts"

// an index is made for each random catalogue, which takes half a second
suite("OpenSearch", ownProductIndex, 20)
