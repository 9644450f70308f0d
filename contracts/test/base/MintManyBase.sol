// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../src/exchange/OrderTypes.sol";
import {Fee, MintItem, MintMany} from "../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../src/collection/ICollection.sol";
import {ICollection1155} from "../../src/collection/ICollection1155.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {Collection1155Base} from "./Collection1155Base.sol";
import {IEditions} from "./IEditions.sol";
import {IItems} from "./IItems.sol";

/// @notice Vouchers for many items, for collections of both standards.
abstract contract MintManyBase is Collection1155Base {
    /// @dev Which standard the test is at.
    bool internal isEditions;

    /// @dev Runs a test on an ERC721 collection, then on an ERC1155 collection as it was at the start.
    modifier ofEachStandard() {
        uint256 start = vm.snapshotState();
        _;
        vm.revertToState(start);
        isEditions = true;
        _;
    }

    function officialOf() internal view returns (ICollection) {
        return isEditions ? ICollection(editions) : official;
    }

    /// @dev Alice's.
    function ownOf() internal view returns (ICollection) {
        return isEditions ? ICollection(ownEditions) : own;
    }

    /// @dev Of each item.
    function supplyOf() internal view returns (uint256) {
        return isEditions ? 10 : 1;
    }

    /// @dev Units of these ids together.
    function held(ICollection collection, address holder, uint256 first, uint256 last) internal view returns (uint256 units) {
        for (uint256 id = first; id <= last; ++id) {
            if (isEditions) {
                units += IEditions(address(collection)).balanceOf(holder, id);
                continue;
            }
            try IItems(address(collection)).ownerOf(id) returns (address owner) {
                if (owner == holder) ++units;
            } catch {}
        }
    }

    function burnAll(ICollection collection, address holder, uint256 id) internal {
        vm.prank(holder);
        if (isEditions) ICollection1155(address(collection)).burn(holder, id, 10);
        else ICollection721(address(collection)).burn(id);
    }

    function mintOne(ICollection collection, address minter, uint256 id) internal {
        if (isEditions) mint(ICollection1155(address(collection)), minter, id);
        else mint(ICollection721(address(collection)), minter, id);
    }

    function uriOf(ICollection collection, uint256 id) internal view returns (string memory) {
        return isEditions ? IEditions(address(collection)).uri(id) : IItems(address(collection)).tokenURI(id);
    }

    /// @dev Items `first` to `first + count - 1`, each with `fees`, good for a day.
    function many(uint256 first, uint256 count, Fee[] memory fees) internal view returns (MintMany memory terms) {
        terms.deadline = block.timestamp + 1 days;
        terms.items = new MintItem[](count);
        for (uint256 i; i < count; ++i) {
            terms.items[i] = MintItem(first + i, CID, supplyOf(), fees);
        }
    }

    /// @dev Items 7, 8 and 9, of which Carol gets 5 %.
    function three() internal view returns (MintMany memory) {
        return many(7, 3, oneFee(carol, 500));
    }

    function signedMany(ICollection collection, address minter, MintMany memory terms) internal view returns (Sig memory) {
        return signed(MINER_KEY, collection.mintManyDigest(terms, minter));
    }

    function mintMany(ICollection collection, address minter, MintMany memory terms) internal {
        Sig memory sig = signedMany(collection, minter, terms);
        vm.prank(minter);
        collection.mintMany(terms, sig);
    }

    function mintManyReverts(ICollection collection, address minter, MintMany memory terms, bytes memory why) internal {
        mintManyReverts(collection, minter, terms, signedMany(collection, minter, terms), why);
    }

    function mintManyReverts(ICollection collection, address minter, MintMany memory terms, Sig memory sig, bytes memory why)
        internal
    {
        vm.expectRevert(why);
        vm.prank(minter);
        collection.mintMany(terms, sig);
    }

    function unsigned(uint256 id, address minter) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, id, minter);
    }

    function alreadyMinted(uint256 id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, id);
    }

    /// @dev What the last call cost, at most 1 % above what was measured last.
    function measured(string memory row) internal view returns (uint256 used) {
        used = vm.lastCallGas().gasTotalUsed;
        within(row, used);
    }

    /// @dev What each of 50 costs beyond the first, in the last call: at most 60 % of what an item costs by itself.
    function further(string memory row, uint256 first, uint256 single) internal view {
        uint256 each = (vm.lastCallGas().gasTotalUsed - first) / 49;
        checkRow(row, each);
        vm.assertLe(each * 100, single * 60, string.concat(row, ": 60 % of a mint"));
    }
}
