// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SettlementVoucher} from "./CollectionTypes.sol";

/// @notice A collection whose items can be sold before they exist: asset type 5.
interface ISettlementMint {
    /// @notice Mints `tokenId` to `creator`, who is selling it through the caller, an exchange that the voucher names; of an
    /// ERC1155 the whole supply at the first fill, and nothing at a later one. `creator` is not asked whether he takes it.
    /// @param mover who may move what was minted, from `creator` and within this transaction only
    /// @return assetType 2 for ERC1155, 3 for ERC721
    function mintAtSettlement(uint256 tokenId, address creator, address mover, SettlementVoucher calldata voucher)
        external
        returns (uint8 assetType);
}
