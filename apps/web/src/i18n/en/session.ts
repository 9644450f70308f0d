import { PAGES_EN } from '@plinth/api'
/** The connect page and the sign-in. */
export const session = {
  connectTitle: PAGES_EN.connect,
  connectText: 'Your wallet is your account here. You sign one message to log in. It costs nothing and moves nothing.',
  operatorText: 'The console opens for the accounts that run this market. Connect the wallet of such an account and sign one message.',
  wallets: 'Wallets found',
  looking: 'Looking for wallets',
  noWallet: 'No wallet was found in this browser. Install one as an extension, then open this page again.',
  newTitle: 'New here? What a wallet is',
  newText:
    'A wallet is an app or a browser extension that keeps the keys of your account. It holds your coins and works, shows each request of this market, and signs only what you approve. This market never sees your keys.',
  newGet: 'Get one, for this browser or your phone.',
  newFind: 'Find a wallet on ethereum.org',
  newKeep: 'Write down the words it shows you and keep them secret: they are the only way back into your account.',
  newBack: 'Open this page again: the wallet stands in the list above.',
  newDemo:
    'Or look round first: this market runs on play money, and its demo wallet has four people with works and coins. Nothing in it is real.',
  tryDemo: 'Try the demo',
  ready: 'Ready',
  connecting: 'Connecting',
  browserWallet: 'Browser wallet',
  demoNote: 'Play money on the local chain, as Alice, Bob, Carol or Dan',
  foundNote: 'Found in this browser',
  weSee: 'We see your address and public balances',
  weCannot: 'We cannot move anything without your signature',
  signIn: 'Sign the message',
  signing: 'Answer in your wallet',
  signInTitle: 'Sign in',
  signInText: 'Sign one message in your wallet to go on. It costs nothing and moves nothing.',
  bscWallet: 'BSC chain wallet',
  phoneWallet: 'Wallet on your phone',
  phoneNote: 'Scan a code with WalletConnect',
  phoneScan: 'Scan this code with the wallet on your phone.',
  phoneCode: 'Code for the wallet on your phone',
  phoneLink: 'Open the wallet on this device',
  wrongChain: 'Another network',
  wrongChainText: 'This is on {{name}}; your wallet is on {{standing}}. Change over in your wallet to go on. Nothing was sent.',
  otherNetwork: 'a network this market does not know',
  switchTo: 'Change to {{name}}',
  addNetwork: 'Add {{name}} to the wallet',
  onNetwork: 'Your wallet is on {{name}} now',
  chainId: 'Chain ID',
  coin: 'Coin',
  rpc: 'Address of the network',
  noWalletTitle: 'No wallet in this browser',
  noWalletText:
    'To do this you need a wallet. Install one as an extension of this browser, or use the browser inside the wallet on your phone.',
  noWalletWay: 'Ways to connect',
  linkTitle: 'Link a wallet',
  linkText: 'Your e-mail account gets a wallet of your own. You sign one message; likes, follows and profile move to it. It costs nothing.',
  link: 'Link a wallet',
  linked: 'Your wallet is linked',
  needsLink: 'Your e-mail account has no wallet yet. Link one to buy, sell and make works.',
  ended: 'Your session has ended. Sign one message to go on; it costs nothing and moves nothing.',
}

export const wallet = {
  changeNetwork: 'Change network to {{name}}',
  watchToken: 'Add to wallet: {{symbol}}',
  watchShort: 'Add to wallet',
  unwrap: 'Unwrap {{symbol}} into {{coin}}',
  unwrapShort: 'Unwrap',
  watched: 'Your wallet shows {{symbol}} now',
}

/** What the list of transactions says of a transaction on its way. */
export const transactions = {
  asking: 'Waiting for your answer in the wallet',
  stuck: 'No block has taken it for a while. Speed it up in your wallet with a higher fee, or cancel it there.',
}
