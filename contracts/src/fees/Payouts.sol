// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";

abstract contract Payouts is IPayouts {
    uint256 internal constant FREE = 0;
    uint256 internal constant ENTERED = 1;
    /// @dev The state between two fills of a sweep is this plus the coin that is left for the others.
    uint256 internal constant PURSE = 2;

    uint256 private constant PAYOUT_GAS = 100_000;
    /// @dev PAYOUT_GAS after the 63/64 rule, plus what a call with value to a new account costs.
    uint256 private constant PAYOUT_GAS_NEEDED = 140_000;

    /// @dev FREE, ENTERED or a purse. No stranger's code runs but while it is FREE or ENTERED.
    uint256 internal transient _state;

    /// @inheritdoc IPayouts
    mapping(address account => uint256) public claimable;
    /// @inheritdoc IPayouts
    uint256 public totalClaimable;

    modifier guarded() {
        if (_state != FREE) revert PayoutReentered();
        _state = ENTERED;
        _;
        _state = FREE;
    }

    /// @inheritdoc IPayouts
    function claim(address account, address to) external guarded {
        // Check
        if (msg.sender != account && to != account) revert PayoutCallerNotAccount(msg.sender, account);
        uint256 amount = claimable[account];
        if (amount == 0) revert PayoutNothingDue(account);
        // Effect
        claimable[account] = 0;
        totalClaimable -= amount;
        emit PayoutClaimed(account, to, amount);
        // Interaction
        _send(to, amount);
    }

    /// @inheritdoc IPayouts
    function withdraw() external guarded {
        // Check
        address to = beneficiary();
        uint256 amount = _takeCollected();
        if (amount == 0) revert PayoutNothingDue(to);
        emit FeesWithdrawn(to, amount);
        // Interaction
        _send(to, amount);
    }

    function beneficiary() public view virtual returns (address);

    /// @dev The platform's fees that lie here, to be sent now.
    function _takeCollected() internal virtual returns (uint256) {
        return address(this).balance - totalClaimable;
    }

    /// @dev Pays with bounded gas and ignores what comes back; a refusal is credited.
    function _payCoin(address to, uint256 amount) internal {
        if (gasleft() < PAYOUT_GAS_NEEDED) revert PayoutGasTooLow(gasleft());
        bool paid;
        // Assembly: a high-level call copies the payee's return data, however long.
        assembly ("memory-safe") {
            paid := call(PAYOUT_GAS, to, amount, 0, 0, 0, 0)
        }
        if (paid) return;
        claimable[to] += amount;
        totalClaimable += amount;
        emit PayoutCredited(to, amount);
    }

    function _send(address to, uint256 amount) internal {
        (bool sent,) = to.call{value: amount}("");
        if (!sent) revert PayoutRefused(to, amount);
    }
}
