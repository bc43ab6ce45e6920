const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) of 32 bits over the UTF-16 code units, as an unsigned number. */
export const fnv1a = (text: string): number => {
  let hash = offsetBasis
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime)
  return hash >>> 0
}
