// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Epochs} from "./Epochs.sol";
import {IExchange} from "./IExchange.sol";

/// @notice Which orders are over, and how much of a lot is sold.
abstract contract Spending {
    using Epochs for mapping(address owner => uint256);

    /// @dev One bit per sequence number, 256 to a word.
    mapping(address owner => mapping(uint256 word => uint256)) internal _spent;
    /// @dev By sequence number, so shared by all versions of an order.
    mapping(address owner => mapping(uint256 number => uint256)) internal _filled;
    /// @dev Zero until the owner ended everything, see Epochs.
    mapping(address owner => uint256) internal _epoch;

    /// @dev Counts the items; the fill that completes the order, in any version, spends its number.
    function _count(address owner_, uint256 number, uint256 quantity, uint256 items) internal {
        if (number >= Epochs.NUMBERS && _epoch.isOver(owner_, number)) revert IExchange.ExchangeOrderSpent(owner_, number);
        uint256 left = quantity;
        if (quantity > 1) {
            uint256 before = _filled[owner_][number];
            left = before < quantity ? quantity - before : 0;
            if (items < left) {
                if (_hasBit(owner_, number)) revert IExchange.ExchangeOrderSpent(owner_, number);
                _filled[owner_][number] = before + items;
                return;
            }
        }
        _spend(owner_, number);
        if (items > left) revert IExchange.ExchangeAmountAboveLeft(items, left);
    }

    function _spend(address owner_, uint256 number) internal {
        uint256 bits = _spent[owner_][number >> 8];
        uint256 bit = 1 << (number & 0xff);
        if (bits & bit != 0) revert IExchange.ExchangeOrderSpent(owner_, number);
        _spent[owner_][number >> 8] = bits | bit;
    }

    function _isSpent(address owner_, uint256 number) internal view returns (bool) {
        return _hasBit(owner_, number) || _epoch.isOver(owner_, number);
    }

    function _hasBit(address owner_, uint256 number) private view returns (bool) {
        return _spent[owner_][number >> 8] & (1 << (number & 0xff)) != 0;
    }
}
