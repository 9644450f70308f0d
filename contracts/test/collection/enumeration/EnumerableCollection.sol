// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {BaseCollection721} from "../../../src/collection/BaseCollection721.sol";
import {OfficialCollection} from "../../../src/collection/OfficialCollection.sol";

/// @notice The official collection as it ships, from the same compiler run as the one below.
contract PlainCollection is BaseCollection721, OfficialCollection {
    constructor(address signer, address owner_) BaseCollection721("Plinth", "PLINTH", signer, "ipfs:/", "ipfs:/", owner_) {}
}

/// @notice The official collection with OpenZeppelin's enumeration on top.
contract EnumerableCollection is BaseCollection721, OfficialCollection, ERC721Enumerable {
    constructor(address signer, address owner_) BaseCollection721("Plinth", "PLINTH", signer, "ipfs:/", "ipfs:/", owner_) {}

    function totalSupply() public view override(BaseCollection721, ERC721Enumerable) returns (uint256) {
        return ERC721Enumerable.totalSupply();
    }

    function tokenURI(uint256 tokenId) public view override(BaseCollection721, ERC721) returns (string memory) {
        return BaseCollection721.tokenURI(tokenId);
    }

    function approve(address to, uint256 tokenId) public override(BaseCollection721, ERC721, IERC721) {
        BaseCollection721.approve(to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) public override(BaseCollection721, ERC721, IERC721) {
        BaseCollection721.setApprovalForAll(operator, approved);
    }

    function supportsInterface(bytes4 id) public view override(BaseCollection721, ERC721Enumerable, IERC165) returns (bool) {
        return super.supportsInterface(id);
    }

    function _update(address to, uint256 tokenId, address auth) internal override(ERC721, ERC721Enumerable) returns (address) {
        return super._update(to, tokenId, auth);
    }

    function _increaseBalance(address account, uint128 value) internal override(ERC721, ERC721Enumerable) {
        super._increaseBalance(account, value);
    }
}
