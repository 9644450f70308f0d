// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";
import {Payouts} from "./Payouts.sol";

/// @notice See IPayouts. How credited coin and collected fees leave the contract.
abstract contract Claims is IPayouts, Payouts {
    /// @inheritdoc IPayouts
    function claim(address account, address to) external guarded {
        // Check
        if (msg.sender != account && to != account) revert PayoutCallerNotAccount(msg.sender, account);
        uint256 amount = _claimable[account];
        if (amount == 0) revert PayoutNothingDue(account);
        // Effect
        _claimable[account] = 0;
        _totalClaimable -= amount;
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

    /// @inheritdoc IPayouts
    function claimable(address account) external view returns (uint256) {
        return _claimable[account];
    }

    /// @inheritdoc IPayouts
    function totalClaimable() external view returns (uint256) {
        return _totalClaimable;
    }

    function beneficiary() public view virtual returns (address);

    /// @dev The platform's fees held here, to be sent now.
    function _takeCollected() internal virtual returns (uint256) {
        return address(this).balance - _totalClaimable;
    }
}
