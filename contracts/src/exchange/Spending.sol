// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "./IExchange.sol";
import {OrderKey} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";

/// @notice See IExchange. Which orders are over, and how much of a lot is sold.
abstract contract Spending is IExchange {
    using Orders for uint256;

    /// @dev One bit per sequence number, 256 to a word.
    mapping(address owner => mapping(uint256 word => uint256)) private _spent;
    /// @dev By sequence number, so shared by all versions of an order.
    mapping(address owner => mapping(uint256 number => uint256)) private _filled;

    /// @inheritdoc IExchange
    function cancel(OrderKey calldata key) external {
        // Check
        if (msg.sender != key.owner) revert ExchangeCallerNotOwner(msg.sender, key.owner);
        // Effect
        _spend(key.owner, key.salt.number());
        emit Cancel(
            key.sellAsset.token, key.sellAsset.tokenId, key.owner, key.buyAsset.token, key.buyAsset.tokenId, key.salt
        );
    }

    /// @inheritdoc IExchange
    function cancelMany(uint256[] calldata words, uint256[] calldata masks) external {
        // Check
        if (words.length != masks.length) revert ExchangeLengthsDiffer(words.length, masks.length);
        // Effect
        for (uint256 i; i < words.length; ++i) {
            if (words[i] > type(uint64).max >> 8) revert ExchangeWordUnknown(words[i]);
            uint256 bits = _spent[msg.sender][words[i]];
            uint256 added = masks[i] & ~bits;
            if (added == 0) continue;
            _spent[msg.sender][words[i]] = bits | added;
            emit CancelMany(msg.sender, words[i], added);
        }
    }

    /// @inheritdoc IExchange
    function isSpent(address owner_, uint256 salt) external view returns (bool) {
        return _isSpent(owner_, salt.number());
    }

    /// @inheritdoc IExchange
    function filled(address owner_, uint256 salt) external view returns (uint256) {
        return _filled[owner_][salt.number()];
    }

    /// @dev Counts the items; what completes the order, in whichever version, spends its number.
    function _count(address owner_, uint256 number, uint256 quantity, uint256 items) internal {
        uint256 left = quantity;
        if (quantity > 1) {
            uint256 before = _filled[owner_][number];
            left = before < quantity ? quantity - before : 0;
            if (items < left) {
                if (_isSpent(owner_, number)) revert ExchangeOrderSpent(owner_, number);
                _filled[owner_][number] = before + items;
                return;
            }
        }
        _spend(owner_, number);
        if (items > left) revert ExchangeAmountAboveLeft(items, left);
    }

    function _spend(address owner_, uint256 number) private {
        uint256 bits = _spent[owner_][number >> 8];
        uint256 bit = 1 << (number & 0xff);
        if (bits & bit != 0) revert ExchangeOrderSpent(owner_, number);
        _spent[owner_][number >> 8] = bits | bit;
    }

    function _isSpent(address owner_, uint256 number) private view returns (bool) {
        return _spent[owner_][number >> 8] & (1 << (number & 0xff)) != 0;
    }
}
