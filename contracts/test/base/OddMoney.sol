// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "./Vm.sol";

/// @notice The chain's coin as an ERC20, as CELO has it: one balance, two doors. A transfer runs no code of its receiver.
contract CoinFace {
    Vm private constant VM = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    mapping(address account => bool) public isBlocked;

    function refuse(address account, bool isRefused) external {
        isBlocked[account] = isRefused;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function balanceOf(address account) external view returns (uint256) {
        return account.balance;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        require(!isBlocked[to], "blocked");
        require(from.balance >= amount, "short");
        VM.deal(from, from.balance - amount);
        VM.deal(to, to.balance + amount);
    }
}

/// @notice Shares behind a balance, as stETH and aTokens have them: a transfer of n arrives as n or n - 1.
contract SharesERC20 {
    uint256 private constant POOLED = 1_234_567_890_123_456_789;
    uint256 private constant SHARES = 1_111_111_111_111_111_111;
    mapping(address account => uint256) private _shares;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function give(address to, uint256 amount) external {
        _shares[to] += amount * SHARES / POOLED;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function balanceOf(address account) public view returns (uint256) {
        return _shares[account] * POOLED / SHARES;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        uint256 shares = amount * SHARES / POOLED;
        _shares[from] -= shares;
        _shares[to] += shares;
    }
}
