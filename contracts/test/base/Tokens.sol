// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @notice Keeps a hundredth of what moves.
contract TaxedERC20 is ERC20("Taxed", "TAX") {
    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) super._update(to, address(0), value / 100);
    }
}

/// @notice Returns nothing from its transfers, as old tokens do, and refuses some receivers.
contract OldERC20 {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlocked;

    function give(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function setBlocked(address account) external {
        isBlocked[account] = true;
    }

    function transfer(address to, uint256 amount) public virtual {
        require(!isBlocked[to], "blocked");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        require(!isBlocked[to], "blocked");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice Says it moved and did not.
contract LazyERC721 is ERC721("Lazy", "LZY") {
    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function transferFrom(address, address, uint256) public override {}
}

/// @notice Names any royalties, by the second way.
contract FeeListERC721 is ERC721("List", "LST") {
    address[] private _recipients;
    uint256[] private _bps;

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function add(address recipient, uint256 bps) external {
        _recipients.push(recipient);
        _bps.push(bps);
    }

    function getFeeRecipients(uint256) external view returns (address[] memory) {
        return _recipients;
    }

    function getFeeBps(uint256) external view returns (uint256[] memory) {
        return _bps;
    }
}

/// @notice Burns nearly all the gas that a royalty read gets, then names its recipients by the second way.
contract BurningFeeListERC721 is FeeListERC721 {
    function royaltyInfo(uint256, uint256) external view returns (address, uint256) {
        for (uint256 left = gasleft(); left - gasleft() < 90_000;) {}
        return (address(0), 0);
    }
}

/// @notice Answers false instead of reverting, as some old tokens do.
contract FalseERC20 is ERC20("False", "FLS") {
    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (balanceOf(from) < amount || allowance(from, msg.sender) < amount) return false;
        return super.transferFrom(from, to, amount);
    }
}

/// @notice An old wrapped coin: what it does not know is a deposit, so it takes every call.
contract WrappedCoin {
    mapping(address => uint256) public balanceOf;

    uint256 public deposits;

    fallback() external {
        ++deposits;
    }

    function give(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}
