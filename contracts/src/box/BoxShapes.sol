// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Asset} from "../exchange/OrderTypes.sol";
import {Box, BoxOrder} from "./BoxTypes.sol";
import {IBlindBox} from "./IBlindBox.sol";

/// @notice What a series must be like, so that every draw has an end.
library BoxShapes {
    using AssetTypes for uint8;

    /// @dev A request has at most so many prizes, and a series so many kinds.
    uint256 internal constant MOST = 100;
    uint256 private constant MOST_COPIES = type(uint16).max;
    /// @dev Boxes of a request times kinds of its series: without repetition each box puts all kinds into a new order, and a
    /// reveal has to fit into a transaction (EIP-7825) beside deliveries that use all the gas they may.
    uint256 private constant MOST_ORDERED = 1500;

    /// @return boxes of the series
    /// @return price of one of them
    function check(BoxOrder calldata order) internal view returns (uint256 boxes, uint256 price) {
        if (order.startTime >= order.endTime || order.endTime <= block.timestamp || order.endTime > type(uint40).max) {
            revert IBlindBox.BoxTimesInvalid(order.startTime, order.endTime);
        }
        boxes = _checkStock(order);
        price = order.buying / boxes;
        if (price == 0 || price * boxes != order.buying || price > type(uint96).max) {
            revert IBlindBox.BoxPriceInvalid(order.buying, boxes);
        }
        _checkMoney(order.key.buyAsset, order.buying, boxes);
    }

    /// @notice Boxes that one request may ask for. The same: `mostBoxes` of `packages/protocol`.
    function most(Box storage box) internal view returns (uint256 boxes) {
        boxes = MOST / box.opening;
        if (box.repeat || box.opening == 1) return boxes;
        uint256 ordered = MOST_ORDERED / box.kinds;
        if (ordered < boxes) boxes = ordered;
    }

    function _checkStock(BoxOrder calldata order) private pure returns (uint256 boxes) {
        uint256 count = order.key.sellAssets.length;
        if (count == 0 || count > MOST || order.assetAmounts.length != count || order.uris.length != count) {
            revert IBlindBox.BoxKindsInvalid(count, order.assetAmounts.length, order.uris.length);
        }
        uint256 sum;
        for (uint256 kind; kind < count; ++kind) {
            uint256 amount = order.assetAmounts[kind];
            uint8 assetType = order.key.sellAssets[kind].assetType;
            if (!assetType.isItem() || assetType > AssetTypes.MINTED) revert IBlindBox.BoxPrizeInvalid(kind);
            if (amount == 0 || amount > MOST_COPIES || (assetType.isSingle() && amount != 1)) {
                revert IBlindBox.BoxAmountInvalid(kind, amount);
            }
            sum += amount;
        }
        if (order.opening == 0 || order.opening > MOST || sum % order.opening != 0) {
            revert IBlindBox.BoxStockInvalid(sum, order.opening);
        }
        boxes = sum / order.opening;
        if (order.repeat) return boxes;
        for (uint256 kind; kind < count; ++kind) {
            if (order.assetAmounts[kind] > boxes) revert IBlindBox.BoxAmountInvalid(kind, order.assetAmounts[kind]);
        }
    }

    function _checkMoney(Asset calldata money, uint256 total, uint256 boxes) private pure {
        bool isRight = money.assetType == AssetTypes.COIN
            ? money.token == address(0) && money.tokenId == 0
            : money.assetType == AssetTypes.ERC20
                ? money.token != address(0) && money.tokenId == 0
                : money.assetType == AssetTypes.ERC1155
                    ? money.token != address(0)
                    // There is one such ticket.
                    : money.assetType == AssetTypes.ERC721 && money.token != address(0) && total == 1 && boxes == 1;
        if (!isRight) revert IBlindBox.BoxMoneyInvalid(money.token, money.tokenId, money.assetType);
    }
}
