// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";

/// @notice Reads the words that the collections keep, not what their getters say.
contract StorageTest is CollectionBase {
    uint256 private constant SLOTS = 32;
    uint256 private constant OWNER_BITS = 160;
    uint256 private constant COUNT_BITS = 40;
    /// @dev How many owners it has had.
    uint256 private constant OWNERS_BITS = 32;

    /// @dev The one slot whose low 20 bytes are the owner.
    function ownerSlot(ICollection721 collection) private view returns (bytes32) {
        address owner = items(collection).owner();
        uint256 found = SLOTS;
        for (uint256 i; i < SLOTS; ++i) {
            if (uint160(uint256(vm.load(address(collection), bytes32(i)))) != uint160(owner)) continue;
            vm.assertEq(found, SLOTS, "one slot only");
            found = i;
        }
        vm.assertTrue(found < SLOTS, "an owner slot");
        return bytes32(found);
    }

    function countIn(ICollection721 collection, bytes32 slot) private view returns (uint256) {
        return uint40(uint256(vm.load(address(collection), slot)) >> OWNER_BITS);
    }

    function flagsIn(ICollection721 collection, bytes32 slot) private view returns (uint256) {
        return uint256(vm.load(address(collection), slot)) >> (OWNER_BITS + COUNT_BITS + OWNERS_BITS);
    }

    /// @dev Mints and burns for its owner, and looks at the word after each.
    function checkPacked(ICollection721 collection) private {
        address owner = items(collection).owner();
        bytes32 slot = ownerSlot(collection);
        vm.assertEq(countIn(collection, slot), 0, "none yet");
        mint(collection, owner, 7);
        vm.assertEq(countIn(collection, slot), 1, "the first mint counts here");
        mint(collection, owner, 8);
        vm.assertEq(countIn(collection, slot), 2, "the second too");
        vm.prank(owner);
        collection.burn(7);
        vm.assertEq(countIn(collection, slot), 1, "a burn counts down");
        vm.assertEq(collection.totalSupply(), 1, "as the getter says");
        vm.assertEq(uint160(uint256(vm.load(address(collection), slot))), uint160(owner), "beside the owner");
    }

    /// @dev A new owner must leave the count alone.
    function checkHandedOver(ICollection721 collection) private {
        bytes32 slot = ownerSlot(collection);
        vm.prank(items(collection).owner());
        items(collection).transferOwnership(carol);
        vm.assertEq(items(collection).owner(), carol, "new owner");
        vm.assertEq(countIn(collection, slot), 1, "same count");
    }

    function alone() private returns (ICollection721) {
        vm.prank(bob);
        return ICollection721(
            vm.deployCode("contracts/artifacts/Collection721.json", abi.encode("Alone", "ONE", miner, "ipfs:/", "ipfs:/"))
        );
    }

    /// [F-12]
    function test_F12_GivenAClone() public {
        checkPacked(own);
        checkHandedOver(own);
    }

    /// [F-12]
    function test_F12_GivenACollectionDeployedAlone() public {
        ICollection721 collection = alone();
        checkPacked(collection);
        checkHandedOver(collection);
    }

    /// [F-12]
    function test_F12_GivenTheOfficialCollection() public {
        checkPacked(official);
        vm.prank(operator);
        items(official).transferOwnership(carol);
        bytes32 slot = ownerSlot(official);
        vm.prank(carol);
        items(official).acceptOwnership();
        vm.assertEq(items(official).owner(), carol, "new owner");
        vm.assertEq(countIn(official, slot), 1, "same count");
    }

    /// [F-12] One word read says owner, count and what the owner may still change.
    function test_F12_FlagsFillTheSlot() public {
        ICollection721[3] memory all = [own, alone(), official];
        uint256[3] memory first = [uint256(0), 0x0101, 0x0101];
        for (uint256 i; i < 3; ++i) {
            bytes32 slot = ownerSlot(all[i]);
            vm.assertEq(flagsIn(all[i], slot), first[i], "texts of a constructor are set, a clone's are in its code");
            vm.startPrank(items(all[i]).owner());
            all[i].setTokenURIPrefix("a");
            all[i].setContractURI("b");
            vm.assertEq(flagsIn(all[i], slot), 0x0101, "both set");
            all[i].freezeTokenURIPrefix();
            vm.assertEq(flagsIn(all[i], slot), 0x010101, "frozen");
            vm.stopPrank();
        }
    }
}
