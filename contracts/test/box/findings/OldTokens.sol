// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {KittyToken} from "./KittyToken.sol";

/// @notice ERC721 as of December 2017: a caller cannot approve itself, and `transferFrom` asks every caller for an approval.
contract OldNonFungibleToken is KittyToken {
    function approve(address to, uint256 id) external override {
        require(!isPaused && ownerOf[id] == msg.sender && to != msg.sender);
        approvedFor[id] = to;
    }
}

/// @notice Reverts while paused, and refuses in silence for want of an approval.
contract MixedKitty is KittyToken {
    function transferFrom(address from, address to, uint256 id) external override {
        require(!isPaused);
        if (approvedFor[id] == msg.sender && ownerOf[id] == from) _move(from, to, id);
    }
}

/// @notice The second approval of an item needs more than 50,000 gas.
contract DearKitty is KittyToken {
    mapping(uint256 id => bool) private _isMarked;
    mapping(uint256 id => uint256[2]) private _more;

    function approve(address to, uint256 id) external override {
        require(ownerOf[id] == msg.sender);
        if (_isMarked[id]) (_more[id][0], _more[id][1]) = (1, 2);
        _isMarked[id] = true;
        approvedFor[id] = to;
    }
}

/// @notice Only others than the owner move it, and an approval burns all its gas.
contract OperatorToken is KittyToken {
    function approve(address, uint256) external pure override {
        assembly {
            invalid()
        }
    }

    function transferFrom(address from, address to, uint256 id) external override {
        require(msg.sender != from && ownerOf[id] == from);
        _move(from, to, id);
    }
}

/// @notice A standard ERC721 with lists, whose transfer is dear.
contract ListedERC721 is ERC721Enumerable {
    constructor() ERC721("Listed", "LST") {}

    function give(address to, uint256 id) external {
        _mint(to, id);
    }
}

/// @notice As a standard ERC721, but for what it does where it refuses: nothing.
contract SilentERC721 {
    mapping(uint256 id => address) public ownerOf;
    mapping(address owner => mapping(address => bool)) public isApprovedForAll;

    function give(address to, uint256 id) external {
        ownerOf[id] = to;
    }

    function setApprovalForAll(address to, bool approved) external {
        isApprovedForAll[msg.sender][to] = approved;
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        if (ownerOf[id] == from && (msg.sender == from || isApprovedForAll[from][msg.sender])) ownerOf[id] = to;
    }
}

/// @notice While it is mute it moves nothing, without a word, and asked for an owner it answers nothing or reverts with a reason.
contract MuteToken {
    enum Mood {
        Talks,
        SaysNothing,
        Reverts
    }

    Mood private _mood;
    mapping(uint256 id => address) private _owners;

    function give(address to, uint256 id) external {
        _owners[id] = to;
    }

    function setMood(Mood mood) external {
        _mood = mood;
    }

    function ownerOf(uint256 id) external view returns (address) {
        require(_mood != Mood.Reverts, "mute");
        if (_mood == Mood.Talks) return _owners[id];
        assembly {
            return(0, 0)
        }
    }

    function transferFrom(address from, address to, uint256 id) external {
        if (_mood == Mood.Talks && _owners[id] == from) _owners[id] = to;
    }
}
