// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Play money with the six decimals of the real stablecoins: any account mints any amount.
contract DollarToken is ERC20("Plinth Dollar", "PUSD") {
    /// @notice Gives `amount` to `to`, out of nothing.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
