// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

enum Taking {
    Takes,
    Refuses,
    Burns,
    Bombs,
    Denies
}

/// @notice A pay token that is as bad to each receiver as it is set, and calls hooks as ERC-777 does.
contract MoodyERC20 is ERC20("Moody", "MDY") {
    struct Hook {
        address target;
        bytes data;
    }

    /// @notice Payments that reached an account.
    mapping(address account => uint256) public received;
    mapping(address account => Taking) private _taking;
    mapping(address account => uint256) private _taken;
    mapping(address account => Hook) private _hooks;
    mapping(address account => uint256) private _needs;
    /// @notice Hooks that ran, and those of them whose call passed.
    uint256 public calls;
    uint256 public passed;
    /// @notice What the last hook's call was refused with.
    bytes4 public why;

    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice `account` takes `taken` more payments, then it is as bad as `taking`.
    function set(address account, Taking taking, uint256 taken) external {
        (_taking[account], _taken[account]) = (taking, received[account] + taken);
    }

    /// @notice A payment to `account` is refused, for little, where less gas is left.
    function need(address account, uint256 gas_) external {
        _needs[account] = gas_;
    }

    /// @notice A payment to or from `account` calls `target`.
    function hook(address account, address target, bytes calldata data) external {
        _hooks[account] = Hook(target, data);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _call(from);
        require(gasleft() >= _needs[to], "gas");
        if (received[to] >= _taken[to]) {
            Taking taking = _taking[to];
            if (taking == Taking.Denies) return false;
            if (taking == Taking.Refuses) revert("refused");
            assembly {
                if eq(taking, 2) { invalid() }
                if eq(taking, 3) { revert(0, 150000) }
            }
        }
        ++received[to];
        super.transferFrom(from, to, amount);
        if (to != from) _call(to);
        return true;
    }

    function _call(address account) private {
        Hook storage its = _hooks[account];
        if (its.target == address(0)) return;
        (bool ok, bytes memory answer) = its.target.call(its.data);
        (calls, why) = (calls + 1, bytes4(answer));
        if (ok) ++passed;
    }
}

/// @notice A payer's hook that burns gas once.
contract Burner {
    uint256 private _calls;

    /// @notice The call of this number leaves `left`.
    function burn(uint256 number, uint256 left) external {
        if (++_calls != number) return;
        while (gasleft() > left) {}
    }
}
