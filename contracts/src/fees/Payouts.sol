// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";

/// @notice Coin paid with bounded gas, what could not be paid, and the guard over everything that pays or moves.
abstract contract Payouts {
    uint256 internal constant FREE = 0;
    uint256 internal constant ENTERED = 1;
    /// @dev Between two fills of a sweep the state is this plus the coin left for the next fills.
    uint256 internal constant SWEEPING = 2;

    /// @dev Gas that a payee gets.
    uint256 private constant PAYOUT_GAS = 100_000;
    /// @dev PAYOUT_GAS after the 63/64 rule, and the credit of a payee that refuses.
    uint256 internal constant PAYOUT_GAS_NEEDED = 140_000;

    /// @dev FREE, ENTERED or a sum above SWEEPING. Untrusted code runs only while it is FREE or ENTERED; an ERC-1271 answer also
    /// while it is a sum, in a static call.
    uint256 internal transient _state;

    mapping(address account => uint256) internal _claimable;
    uint256 internal _totalClaimable;

    modifier guarded() {
        _enter();
        _;
        _state = FREE;
    }

    function _enter() internal {
        if (_state != FREE) revert IPayouts.PayoutReentered();
        _state = ENTERED;
    }

    /// @dev Pays with bounded gas and ignores the return data; a refused payment is credited.
    function _payCoin(address to, uint256 amount) internal {
        if (gasleft() < PAYOUT_GAS_NEEDED) revert IPayouts.PayoutGasTooLow(gasleft());
        bool paid;
        // Assembly: a high-level call copies the payee's return data, however long.
        assembly ("memory-safe") {
            paid := call(PAYOUT_GAS, to, amount, 0, 0, 0, 0)
        }
        if (paid) return;
        _claimable[to] += amount;
        _totalClaimable += amount;
        emit IPayouts.PayoutCredited(to, amount);
    }

    function _send(address to, uint256 amount) internal {
        (bool sent,) = to.call{value: amount}("");
        if (!sent) revert IPayouts.PayoutRefused(to, amount);
    }
}
