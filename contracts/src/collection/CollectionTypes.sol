// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../exchange/OrderTypes.sol";

/// @notice One royalty entry: `value` in basis points of 10,000.
struct Fee {
    address recipient;
    uint256 value;
}

/// @notice What the documented yield mint asks for: `value` units of `tokenId`, of item type `assetType` (5 ERC1155, 6
/// ERC721), in the collection `token`.
struct MintOrder {
    uint256 tokenId;
    uint256 value;
    address token;
    uint8 assetType;
}

/// @notice What a signer lets an exchange mint while it settles a sale: royalties, what follows `tokenURIPrefix`, the whole
/// supply (1 for an ERC721), until when (unix seconds, inclusive), and the signer's signature.
struct SettlementVoucher {
    Fee[] fees;
    string uri;
    uint256 supply;
    uint256 deadline;
    Sig sig;
}

/// @notice One of the items that a voucher for many names: what follows `tokenURIPrefix`, the whole supply (1 for an ERC721),
/// and its royalties.
struct MintItem {
    uint256 tokenId;
    string uri;
    uint256 supply;
    Fee[] fees;
}

/// @notice What a signer lets one account mint in one transaction, until when (unix seconds, inclusive).
struct MintMany {
    MintItem[] items;
    uint256 deadline;
}
