import { suite } from "../../contracts/ProductIndexContract.ts"
import { ownProductIndex } from "../../support/cluster/OpenSearchIndex.ts"

suite("OpenSearch", ownProductIndex)
