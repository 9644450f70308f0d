/** One name for equal work: the rows of the cost table in the design of the contracts. */
export const OPERATION = {
  buy: 'buy ERC721 for coin, no fee',
  buyFee: 'buy ERC721 for coin, fee',
  buyRoyalty: 'buy ERC721 for coin, fee and royalty',
  edition: 'buy 1 of 10 of an ERC1155 for coin, fee',
  accept: 'accept a wrapped-coin bid, fee and royalty',
  cancel: 'cancel one order',
  cancelFifty: 'cancel 50 orders',
  sweep: 'sweep 10 ERC721, fee and royalty',
  settle: 'settle an auction, fee and royalty',
  settleThree: 'settle an auction, fee and royalty, 3 dividends',
  mint: 'mint an ERC721 with uri, voucher',
  mintRoyalty: 'mint an ERC721 with uri and royalty, voucher',
  mintAndBuy: 'mint and buy an ERC721 in one transaction, fee',
  mintAndBuyRoyalty: 'mint and buy an ERC721 in one transaction, fee and royalty',
  collection: 'new ERC721 collection',
} as const
