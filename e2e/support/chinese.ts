import type { Locator, Page, Response } from 'playwright-core'

/** Texts that are equal in every language: names (of sites too), and technical terms. */
const OWN_NAMES =
  /Plinth|ethereum\.org|Local (Ethereum|BSC)|English|localhost|ERC-?(721|1155)|IPFS|CSV|W?(ETH|BNB)\b|PUSD|gwei|Gas\b|Telegram|YouTube|Alice|Bob|Carol|Dan|Eve|gif|svg|png|jpe?g|webp|mp[34]|midi|wav|ogg|webm|MB\b|ID\b|NFT|0x[\da-f…]+|baf[\w…]+/gi

type Reader = {
  /** Latin words that are neither user content nor links, and keys without a text. */
  english(text: string): string[]
  /** The same for all visible text. */
  englishIn(part: Locator): Promise<string[]>
}

/** Collects user content from the server's answers, which stays in its language. Start it before the first page. */
export function readAlong(page: Page): Reader {
  const written = new Set<string>()
  /** The page translates the market's own names (categories) and texts (errors). */
  const collect = async (response: Response): Promise<void> => {
    const { pathname } = new URL(response.url())
    if (!/^\/(api|v1)\/(?!categor)/.test(pathname)) return
    const body = (await response.json().catch(() => ({}))) as { data?: unknown }
    note(pathname.startsWith('/v1/') ? body : body.data)
  }
  const note = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) if (key !== 'loginMessage') note(each)
      // Metadata is JSON in a text.
    } else if (typeof value === 'string' && value.startsWith('{')) note(JSON.parse(value))
    else if (typeof value === 'string' && /[A-Za-z]{3}/.test(value)) written.add(value)
  }
  page.on('response', (response) => void collect(response))
  const english = (text: string): string[] => {
    const theirs = [...written].filter((each) => text.includes(each)).toSorted((a, b) => b.length - a.length)
    const withoutLinks = text.replaceAll(/https?:\/\/\S+/g, '')
    const rest = theirs.reduce((left, each) => left.replaceAll(each, ''), withoutLinks).replaceAll(OWN_NAMES, '')
    return rest.match(/[A-Za-z]{3,}/g) ?? []
  }
  return { english, englishIn: async (part) => (await part.evaluate(shownTexts)).flatMap(english) }
}

/** Runs in the page. */
function shownTexts(root: Element): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent?.closest('script, style, noscript') || !parent?.getClientRects().length) continue
    found.push(node.textContent ?? '')
  }
  return found
}
