// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SettlementVoucher} from "./CollectionTypes.sol";

/// @notice A collection whose items can be sold before they exist: asset type 5.
interface ISettlementMint {
    /// @notice Mints `tokenId` to `creator`, who sells it through the caller, an exchange that the voucher names, and moves
    /// `amount` on to `to`, with the transfer event of either step. `creator` is not asked whether it accepts the item; `to`
    /// is, after all is written: the caller as operator, `creator` as sender.
    /// An ERC721 is minted in an amount of 1. Of an ERC1155 the first fill mints the whole supply; a later one, where
    /// `creator` created the id, moves nothing and ignores `to` and `amount`: the caller moves the units itself, with the
    /// approval of `creator`. There the voucher's signature is not read, but its royalties and URI must be those of the item
    /// and its supply no smaller, or the creator could have minted something else under the id.
    /// @dev The first edition took the address of a mover where this takes `to`. The selector differs, so that neither edition
    /// is taken for the other.
    /// @return assetType 2 for ERC1155, 3 for ERC721
    /// @return delivered whether `to` received `amount`; false at a later fill
    function mintAtSettlement(uint256 tokenId, address creator, address to, uint256 amount, SettlementVoucher calldata voucher)
        external
        returns (uint8 assetType, bool delivered);
}
