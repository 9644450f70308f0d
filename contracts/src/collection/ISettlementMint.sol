// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SettlementVoucher} from "./CollectionTypes.sol";

/// @notice A collection whose items can be sold before they exist: asset type 5.
interface ISettlementMint {
    /// @notice Makes `tokenId` for `creator`, who sells it through the caller, an exchange that the voucher names, and hands
    /// `amount` of it on to `to`, the buyer: the item of an ERC721 always; of an ERC1155 at the first fill, which makes the
    /// whole supply. A later fill of an ERC1155 makes and moves nothing.
    /// @return assetType 2 for ERC1155, 3 for ERC721
    /// @return isDelivered whether `to` has it now; otherwise the exchange moves it from the creator
    function mintAtSettlement(uint256 tokenId, address creator, address to, uint256 amount, SettlementVoucher calldata voucher)
        external
        returns (uint8 assetType, bool isDelivered);
}
