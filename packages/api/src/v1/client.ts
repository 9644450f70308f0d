import { createV1Of, type V1ClientOf, type V1Options } from './reading.ts'
import { V1, type V1Resources } from './resources.ts'

/**
 * The typed client of `GET /v1`: `v1.item({ chainId, collection, tokenId })`. Throws `ApiError`, also where there is nothing (404). A
 * browser keeps answers by their ETag and asks only whether they still hold.
 */
export function createV1(options: V1Options = {}): V1ClientOf<V1Resources> {
  return createV1Of(V1, options)
}
