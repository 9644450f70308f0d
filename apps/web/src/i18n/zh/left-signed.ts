import type { leftSigned as enLeftSigned } from '../en/left-signed.ts'
import type { Mirror } from '../mirror.ts'

export const leftSigned = {
  listing: '你标价 <b>{{price}}</b> 的挂单，签名仍然有效',
  auction: '你 <b>{{price}}</b> 起拍的拍卖，签名仍然有效',
  livesAgain: '已停用。作品若回到你的钱包，它可能再次生效。',
  livesAgainUntil: '已停用。作品若在{{until}}之前回到你的钱包，它可能再次生效。',
  waits: '已停用：市场无权转移作品，或需要你再次签名。{{until}}自动结束。',
  end: '作废',
  endListing: '作废挂单',
  ending: '正在作废',
  ended: '已作废',
  listingTip: '你已不再持有这件作品，无人能按这份挂单购买。作废之前，它的签名仍然有效。',
  auctionTip: '你已不再持有所拍卖的作品，无人能够出价。取消之前，它的签名仍然有效。',
  endListingToo: '同时作废 {{price}} 的挂单',
  endAuctionToo: '同时取消 {{price}} 起拍的拍卖',
  endTooHint: '它的签名仍然有效。结束它需要第二笔链上交易，并支付网络手续费。',
  endTooOneHint: '它的签名仍然有效。同一笔链上交易会将它结束。',
  sameTransaction: '同一笔交易',
  stays: '它的签名仍然有效，只是停用。作品若回到你的钱包，它可能再次生效，以 {{price}} 售出。',
  staysUntil: '它的签名仍然有效，只是停用。作品若在{{until}}之前回到你的钱包，它可能再次生效，以 {{price}} 售出。',
  laterHint: '作品已离开你的钱包。完成这最后一步之前，签名仍然有效；以后也可以在作品页面上结束它。',
  endsFirst: '你 {{price}} 的挂单将先在链上作废，需支付网络手续费：一件作品不能既上架又拍卖。',
  inactiveAuction: '拍卖已停用',
} satisfies Mirror<typeof enLeftSigned>
