/** Host with its port, several parted by commas, as libpq reads them. */
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * The same URL for each of its hosts. `postgres://user:password@first:5432,second/plinth` names two; one without a port has 5432.
 * A text of another form is returned as it is.
 */
export function hostUrls(databaseUrl: string): string[] {
  const [, before = '', hosts, after = ''] = HOSTS.exec(databaseUrl) ?? []
  return hosts === undefined ? [databaseUrl] : hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Host and port, for a sentence: without user and password. */
export const nameOfHost = (url: string): string => URL.parse(url)?.host || 'its socket'
