// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Something that changes hands. Types: 0 coin, 1 ERC20, 2 ERC1155, 3 ERC721, 4 ERC721 moved by `transferFrom`,
/// 5 minted at settlement. The coin is the zero address; money has the id 0.
struct Asset {
    address token;
    uint256 tokenId;
    uint8 assetType;
}

/// @notice What names an order. The salt carries validUntil (bits 255-216), validFrom (215-176), both unix seconds with
/// 0 for none, maxBuyerFee (175-160, bps, bids only), the terms (159-64, see Orders) and the maker's sequence number (63-0).
struct OrderKey {
    address owner;
    uint256 salt;
    Asset sellAsset;
    Asset buyAsset;
}

/// @notice A signed intent: `selling` of the sell asset for `buying` of the buy asset, both totals; `sellerFee` in bps.
struct Order {
    OrderKey key;
    uint256 selling;
    uint256 buying;
    uint256 sellerFee;
}

/// @notice A secp256k1 signature; all zero stands for none.
struct Sig {
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @notice One order of a sweep, as `exchange` takes it.
struct Fill {
    Order order;
    Sig sig;
    uint256 buyerFee;
    Sig buyerFeeSig;
    uint256 amount;
}

/// @notice What one line of a sweep needs beyond its Fill: the maker's proof as bytes, in place of its `sig`; a voucher for an
/// item that is minted by its purchase. Either may be empty.
struct Extra {
    uint256 line;
    bytes signature;
    bytes voucher;
}

/// @notice One bid of several that are accepted at once, as `acceptBid` takes it, or `acceptCriteriaBid` where its terms say
/// so; `tokenId` and `proof` are for that alone.
struct Acceptance {
    Order order;
    bytes signature;
    uint256 buyerFee;
    Sig buyerFeeSig;
    uint256 amount;
    uint256 leastProceeds;
    uint256 tokenId;
    bytes32[] proof;
}
