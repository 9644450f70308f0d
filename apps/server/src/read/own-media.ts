/** The path of a content that is stored here; undefined for other addresses. */
export function ownPath(address: string): string | undefined {
  const cid = /^(?:ipfs:\/\/(?:ipfs\/)?|\/ipfs\/)([a-z0-9]{20,100})$/.exec(address)?.[1]
  const path = cid === undefined ? address : `/ipfs/${cid}`
  const isOurs = cid !== undefined || /^\/static\/upload\/[a-z0-9]{20,100}\.[a-z0-9]{2,5}$/.test(path)
  return isOurs ? path : undefined
}
