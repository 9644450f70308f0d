// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AssetTypes} from "../exchange/AssetTypes.sol";
import {IManyTransfers, Transfer} from "./IManyTransfers.sol";
import {ITransferProxy, ITransferProxyOperator} from "./ITransferProxy.sol";

/// @notice See IManyTransfers. An operator of the TransferProxy that names no account but its caller as an item's owner.
contract ManyTransfers is IManyTransfers {
    uint256 private constant MOST_TRANSFERS = 50;

    /// @inheritdoc ITransferProxyOperator
    address public immutable transferProxy;

    constructor(address transferProxy_) {
        transferProxy = transferProxy_;
    }

    /// @inheritdoc IManyTransfers
    function transferMany(Transfer[] calldata transfers) external {
        uint256 count = transfers.length;
        if (count == 0 || count > MOST_TRANSFERS) revert ManyTransfersCountInvalid(count, MOST_TRANSFERS);
        for (uint256 i; i < count; ++i) {
            _transfer(i, transfers[i]);
        }
    }

    function _transfer(uint256 index, Transfer calldata each) private {
        (address token, address to, uint256 amount) = (each.token, each.to, each.amount);
        if (to == address(0) || to == token || to == msg.sender) revert ManyTransfersReceiverInvalid(index, to);
        if (each.assetType == AssetTypes.ERC721) {
            if (amount != 1) revert ManyTransfersAmountInvalid(index, amount);
            ITransferProxy(transferProxy).erc721safeTransferFrom(token, msg.sender, to, each.tokenId);
        } else if (each.assetType == AssetTypes.ERC1155) {
            if (amount == 0) revert ManyTransfersAmountInvalid(index, amount);
            ITransferProxy(transferProxy).erc1155safeTransferFrom(token, msg.sender, to, each.tokenId, amount, "");
        } else {
            revert ManyTransfersAssetTypeInvalid(index, each.assetType);
        }
    }
}
