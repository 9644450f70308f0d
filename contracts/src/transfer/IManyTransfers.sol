// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITransferProxyOperator} from "./ITransferProxy.sol";

/// @notice One item, or a quantity of an ERC1155, for one account.
struct Transfer {
    address token;
    uint256 tokenId;
    /// @dev One of AssetTypes: ERC1155 or ERC721.
    uint8 assetType;
    /// @dev 1 of an ERC721.
    uint256 amount;
    address to;
}

/// @notice Sends several items of the caller in one transaction, to one account or to several. The items move by the
/// TransferProxy, so the approval that its user gave for trading is enough. The contract has no state, no owner and no coin.
interface IManyTransfers is ITransferProxyOperator {
    /// @notice One to `most` transfers at once.
    error ManyTransfersCountInvalid(uint256 count, uint256 most);
    /// @notice Only ERC1155 and ERC721 move by safe transfers.
    error ManyTransfersAssetTypeInvalid(uint256 index, uint8 assetType);
    /// @notice Zero, or not exactly 1 of an ERC721.
    error ManyTransfersAmountInvalid(uint256 index, uint256 amount);
    /// @notice The zero address, the item's own collection, or the caller itself.
    error ManyTransfersReceiverInvalid(uint256 index, address to);

    /// @notice Sends each of the caller's items to the receiver named beside it, in this order, by a safe transfer. Where one
    /// fails all revert: with one of the errors above, or with the error of the item's collection or its receiver.
    /// @dev Receivers and collections may re-enter: a call of theirs moves only what is their own. Whether a collection did
    /// what it was asked for is not examined: the caller trusts its own collections, and the logs are theirs.
    function transferMany(Transfer[] calldata transfers) external;
}
