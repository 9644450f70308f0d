export const session = {
  connectTitle: '连接钱包',
  connectText: '钱包就是你在这里的账户。签署一条消息即可登录，不产生费用，也不会动用任何资产。',
  wallets: '可用的钱包',
  looking: '正在寻找钱包',
  noWallet: '此浏览器中没有找到钱包。请安装钱包扩展后重新打开本页。',
  ready: '可用',
  connecting: '连接中',
  browserWallet: '浏览器钱包',
  demoNote: '使用本地链上的测试币，可扮演 Alice、Bob、Carol 或 Dan',
  foundNote: '已在此浏览器中检测到',
  weSee: '我们能看到你的地址和公开余额',
  weCannot: '没有你的签名，我们无法动用任何资产',
  signIn: '签署消息',
  signing: '请在钱包中确认',
  signInTitle: '登录',
  signInText: '在钱包中签署一条消息即可继续，不产生费用，也不会动用任何资产。',
  ended: '登录已失效。重新签署一条消息即可继续，不产生费用，也不会动用任何资产。',
}

export const wallet = {
  changeNetwork: '请切换到 {{name}} 网络',
}
