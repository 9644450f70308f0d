// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Royalty} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Royalty.sol";

/// @notice Items that hold coin for their holder, as token-bound accounts (ERC-6551) do.
contract VaultERC721 is ERC721Royalty {
    mapping(uint256 id => uint256) public held;

    constructor(address creator) ERC721("Vault", "VLT") {
        _setDefaultRoyalty(creator, 500);
    }

    function give(address to, uint256 id) external {
        _mint(to, id);
        _setTokenRoyalty(id, _creator(), 500);
    }

    function fill(uint256 id) external payable {
        held[id] += msg.value;
    }

    function empty(uint256 id) external {
        _checkAuthorized(ownerOf(id), msg.sender, id);
        held[id] = 0;
    }

    /// @notice Its royalty is gone with it.
    function burn(uint256 id) external {
        _checkAuthorized(ownerOf(id), msg.sender, id);
        _burn(id);
        _deleteDefaultRoyalty();
        _resetTokenRoyalty(id);
    }

    function _creator() private view returns (address creator) {
        (creator,) = royaltyInfo(type(uint256).max, 1);
    }
}

/// @notice Code of an account that empties an item whenever money arrives, and accepts items.
contract Emptier {
    VaultERC721 private immutable _vault;
    uint256 private immutable _id;

    constructor(VaultERC721 vault, uint256 id) {
        (_vault, _id) = (vault, id);
    }

    receive() external payable {
        _empty();
    }

    function onMoneyReceived() external {
        _empty();
    }

    function _empty() private {
        try _vault.empty(_id) {} catch {}
    }
}

/// @notice A pay token that calls a receiver with code about what it got, as ERC-777 and ERC-1363 do.
contract NotifyingERC20 is ERC20("Notifying", "NTF") {
    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to.code.length != 0) Emptier(payable(to)).onMoneyReceived();
    }
}
