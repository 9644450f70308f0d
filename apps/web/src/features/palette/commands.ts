import { useLocation, useNavigate } from 'react-router'
import { chooseChain } from '../../flows/session/choose-chain.ts'
import { setLocale, useLocale } from '../../i18n/index.ts'
import { LOCALES, languageName } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { connectPath } from '../../lib/links.ts'
import { isConnected, useSession } from '../../lib/session.ts'
import { useConfig, useNetworks } from '../../lib/site.ts'
import { setTheme, useTheme } from '../../lib/theme.ts'

export type Command = { id: string; group: string; label: string; run: () => unknown }

/** What the palette can do: go somewhere, search, and change account, theme, language and network. */
export function useCommands(text: string, onList: () => void): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const session = useSession()
  const { locale } = useLocale()
  const theme = useTheme()
  const networks = useNetworks()
  const { network } = useConfig()
  const keyword = text.trim()
  const here = connectPath(pathname + search)
  const searching: Command[] =
    keyword === ''
      ? []
      : [
          {
            id: 'search',
            group: t('palette.search'),
            label: t('palette.searchFor', { keyword }),
            run: () => navigate(`/search?${new URLSearchParams({ keyword })}`),
          },
        ]
  const pages = [
    ['/', t('shell.market')],
    ['/explore', t('shell.explore')],
    ['/rankings', t('shell.rankings')],
    ['/auctions', t('shell.auctions')],
    ['/blindbox', t('shell.boxes')],
    ['/items', t('shell.myItems')],
    ['/create', t('shell.create')],
    ['/message', t('shell.news')],
    ['/profile', t('shell.editProfile')],
    ['/noticeList', t('home.announcements')],
    ['/doc', t('shell.doc')],
  ] as const
  const leave = async () => {
    await session.disconnect()
    navigate(here)
  }
  const account = isConnected(session)
    ? { id: 'switch', group: t('palette.account'), label: t('palette.switchAccount'), run: leave }
    : { id: 'connect', group: t('palette.account'), label: t('shell.connect'), run: () => navigate(here) }
  const all: Command[] = [
    ...pages.map(([path, label]) => ({ id: `go ${path}`, group: t('palette.goTo'), label, run: () => navigate(path) })),
    account,
    {
      id: 'theme',
      group: t('palette.look'),
      label: t(theme === 'dark' ? 'shell.toLight' : 'shell.toDark'),
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    ...LOCALES.filter((each) => each !== locale).map((each) => ({
      id: `language ${each}`,
      group: t('palette.look'),
      label: `${t('shell.language')}: ${languageName(each)}`,
      run: () => setLocale(each),
    })),
    ...networks
      .filter(({ chainId }) => chainId !== network.chainId)
      .map(({ chainId, name }) => ({
        id: `network ${chainId}`,
        group: t('palette.look'),
        label: t('shell.network', { name }),
        run: () => chooseChain(chainId),
      })),
    { id: 'shortcuts', group: t('palette.help'), label: t('palette.shortcuts'), run: onList },
  ]
  const words = keyword.toLocaleLowerCase().split(/\s+/)
  const holds = (where: string) => words.every((word) => where.toLocaleLowerCase().includes(word))
  // What is called so comes before what only stands under such a heading.
  const named = all.filter(({ label }) => holds(label))
  const others = all.filter((command) => !named.includes(command) && holds(`${command.group} ${command.label}`))
  return [...named, ...others, ...searching]
}
