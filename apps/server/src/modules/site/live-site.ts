import { defaultLoginMessage, type ServerConfig } from '../../config.ts'

/** What the site is called just now, as this process last heard: for what can't wait for the database. */
export type LiveSite = {
  name(): string
  /** What people sign when they sign in: it names the site, unless the operator wrote his own. */
  loginMessage(): string
  /** Undefined for as configured. */
  rename(name: string | undefined): void
}

export function createLiveSite({ site, origins }: Pick<ServerConfig, 'site' | 'origins'>): LiveSite {
  const origin = origins[0] ?? ''
  const isDefault = site.loginMessage === defaultLoginMessage(site.name, origin)
  let name = site.name
  return {
    name: () => name,
    loginMessage: () => (isDefault ? defaultLoginMessage(name, origin) : site.loginMessage),
    rename: (said = site.name) => {
      name = said
    },
  }
}
