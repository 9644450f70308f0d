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
/// 0 for none, in bps the most buyer fee of a bid and the most royalty of a sale (175-160; of a sale 0 for any), the terms (159-64, see Orders) and the maker's sequence number (63-0).
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
/// item that is minted by its purchase; the least amount of a lot that it takes, zero for all that it asks for.
/// Each may be empty.
struct Extra {
    uint256 line;
    bytes signature;
    bytes voucher;
    uint256 leastAmount;
}

/// @notice One bid of several that are accepted at once, as `acceptBid` takes it, or `acceptCriteriaBid` where its terms say
/// so; `tokenId` and `proof` are for that alone. From `leastAmount` on it
/// takes what the bid still wants, for that part of the least; zero for all that it offers.
struct Acceptance {
    Order order;
    bytes signature;
    uint256 buyerFee;
    Sig buyerFeeSig;
    uint256 amount;
    uint256 leastProceeds;
    uint256 leastAmount;
    uint256 tokenId;
    bytes32[] proof;
}
