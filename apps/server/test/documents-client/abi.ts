import { parseAbi } from 'viem'

/** The contracts as document B §3 and wire 5 write them down; nothing here comes from the contracts themselves. */
const ASSET = 'struct Asset { address token; uint256 tokenId; uint8 assetType; }'
const ORDER_KEY = 'struct OrderKey { address owner; uint256 salt; Asset sellAsset; Asset buyAsset; }'
const SIG = 'struct Sig { uint8 v; bytes32 r; bytes32 s; }'
const FEE = 'struct Fee { address recipient; uint256 value; }'

export const exchangeAbi = parseAbi([
  ASSET,
  ORDER_KEY,
  SIG,
  'struct Order { OrderKey key; uint256 selling; uint256 buying; uint256 sellerFee; }',
  'function exchange(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address buyer) payable',
  'function cancel(OrderKey key)',
])

export const auctionAbi = parseAbi([
  ASSET,
  ORDER_KEY,
  SIG,
  'struct AuctionOrder { OrderKey key; uint256 selling; uint256 buying; uint256 endTime; uint256 expiredTime; uint256 encourage; uint256 sellerFee; }',
  'function exchange(AuctionOrder order, Sig ownerSig, uint256 buying, Sig buyerSig, address[] recipients, uint256 buyerFee, Sig buyerFeeSig, address buyer) payable',
  'function cancel(OrderKey key)',
])

export const blindBoxAbi = parseAbi([
  ASSET,
  SIG,
  'struct BlindKey { address owner; uint256 salt; Asset[] sellAssets; Asset buyAsset; }',
  'struct BlindBox { BlindKey key; uint256 opening; bool repeat; uint256 startTime; uint256 endTime; uint256 buying; uint256[] assetAmounts; uint256 sellerFee; string[] uris; }',
  'function open(BlindBox box, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address buyer) payable',
])

export const collection721Abi = parseAbi([
  FEE,
  'function mint(uint256 tokenId, uint8 v, bytes32 r, bytes32 s, Fee[] fees, string tokenURI)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function burn(uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function tokenURI(uint256 tokenId) view returns (string)',
])

export const collection1155Abi = parseAbi([
  FEE,
  'function mint(uint256 id, uint8 v, bytes32 r, bytes32 s, Fee[] fees, uint256 supply, string uri)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function burn(address owner, uint256 id, uint256 value)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])

/** An ERC20, and the wrapped coin that is one. */
export const payTokenAbi = parseAbi([
  'function approve(address spender, uint256 value) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function deposit() payable',
])
