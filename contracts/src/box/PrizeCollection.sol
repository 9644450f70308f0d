// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {KeptOwner} from "../collection/KeptOwner.sol";
import {IPrizeCollection} from "./IPrizeCollection.sol";
import {IPrizeMint} from "./IPrizeMint.sol";

/// @notice See IPrizeCollection. Its next owner accepts, and there always is one.
contract PrizeCollection is IPrizeCollection, ERC721, KeptOwner {
    uint256 private constant ITEMS_PER_KIND = 1_000_000;

    /// @inheritdoc IPrizeMint
    address public immutable blindBox;
    /// @inheritdoc IPrizeCollection
    uint256 public kinds;
    /// @inheritdoc IPrizeMint
    mapping(uint256 kind => string) public kindURI;
    /// @inheritdoc IPrizeCollection
    mapping(uint256 kind => uint256) public minted;
    /// @inheritdoc IPrizeCollection
    string public contractURI;
    string private _prefix;
    mapping(address account => bool) private _isServed;

    constructor(
        string memory name_,
        string memory symbol_,
        address blindBox_,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) ERC721(name_, symbol_) Ownable(owner_) {
        blindBox = blindBox_;
        contractURI = contractURI_;
        _prefix = tokenURIPrefix_;
    }

    /// @inheritdoc IPrizeCollection
    function addKinds(string[] calldata uris) external onlyOwner returns (uint256 first) {
        first = kinds + 1;
        for (uint256 i; i < uris.length; ++i) {
            if (bytes(uris[i]).length == 0) revert PrizeUriEmpty(first + i);
            kindURI[first + i] = uris[i];
            emit KindAdded(first + i, uris[i]);
        }
        kinds += uris.length;
    }

    /// @inheritdoc IPrizeCollection
    function setServed(address account, bool isServed) external onlyOwner {
        _isServed[account] = isServed;
        emit ServedChanged(account, isServed);
    }

    /// @inheritdoc IPrizeMint
    function serves(address seriesOwner) external view returns (bool) {
        return seriesOwner == owner() || _isServed[seriesOwner];
    }

    /// @inheritdoc IPrizeMint
    function mintPrize(address to, uint256 kind) external returns (uint256 tokenId) {
        // Check
        if (msg.sender != blindBox) revert PrizeCallerNotBlindBox(msg.sender);
        if (kind == 0 || kind > kinds) revert PrizeKindMissing(kind);
        uint256 number = minted[kind] + 1;
        if (number == ITEMS_PER_KIND) revert PrizeKindUsedUp(kind);
        // Effect
        minted[kind] = number;
        tokenId = kind * ITEMS_PER_KIND + number;
        // Interaction
        _safeMint(to, tokenId);
    }

    /// @inheritdoc IPrizeCollection
    function burn(uint256 tokenId) external {
        _update(address(0), tokenId, msg.sender);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return string.concat(_prefix, kindURI[tokenId / ITEMS_PER_KIND]);
    }
}
