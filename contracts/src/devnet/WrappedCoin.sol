// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice The chain's coin as an ERC20, one to one, as WETH9 does it. For local chains: public ones have their own.
contract WrappedCoin is ERC20 {
    event Deposit(address indexed account, uint256 amount);
    event Withdrawal(address indexed account, uint256 amount);

    /// @notice `account` refuses its coin.
    error WrappedCoinRefused(address account);

    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) {}

    receive() external payable {
        deposit();
    }

    /// @notice Wraps what is sent.
    function deposit() public payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    /// @notice Unwraps `amount` of the caller's.
    function withdraw(uint256 amount) external {
        // Effect
        _burn(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
        // Interaction
        (bool sent,) = msg.sender.call{value: amount}("");
        if (!sent) revert WrappedCoinRefused(msg.sender);
    }
}
