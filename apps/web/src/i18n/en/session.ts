/** The connect page and the sign-in. */
export const session = {
  connectTitle: 'Connect a wallet',
  connectText: 'Your wallet is your account here. You sign one message to log in. It costs nothing and moves nothing.',
  wallets: 'Wallets found',
  looking: 'Looking for wallets',
  noWallet: 'No wallet was found in this browser. Install one as an extension, then open this page again.',
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
  ended: 'Your session has ended. Sign one message to go on; it costs nothing and moves nothing.',
}

export const wallet = {
  changeNetwork: 'Change network to {{name}}',
}
