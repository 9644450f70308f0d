// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Its holders take what comes, refuse it (1), or burn the gas it comes with (2).
contract MoodyERC20 is ERC20("Moody", "MDY") {
    mapping(address account => uint256) public mood;

    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setMood(address account, uint256 mood_) external {
        mood[account] = mood_;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(mood[to] != 1, "refused");
        if (mood[to] == 2) {
            assembly {
                invalid()
            }
        }
        super._update(from, to, value);
    }
}
