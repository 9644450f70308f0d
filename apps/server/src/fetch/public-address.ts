import ipaddr from 'ipaddr.js'

/** All that is routed on the internet; tunnels and translations into IPv4 (6to4, Teredo, NAT64) lie partly within. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is on the open internet: not of this machine, a private network, a carrier, or a tunnel into one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST)
}
