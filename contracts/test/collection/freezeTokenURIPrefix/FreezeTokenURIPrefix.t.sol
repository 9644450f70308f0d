// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {IOwnable} from "../../base/IOwnable.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {Vm} from "../../base/Vm.sol";

/// @notice Both standards, each as clone, alone and official.
contract FreezeTokenURIPrefixTest is Collection1155Base {
    bytes private constant FROZEN = abi.encodeWithSelector(ICollection.CollectionTokenURIPrefixFrozen.selector);

    function all() private returns (ICollection[6] memory list) {
        bytes memory args = abi.encode("Alone", "ONE", miner, "ipfs:/", "ipfs:/");
        vm.startPrank(bob);
        list[0] = ICollection(vm.deployCode("contracts/artifacts/Collection721.json", args));
        list[1] = ICollection(vm.deployCode("contracts/artifacts/Collection1155.json", args));
        vm.stopPrank();
        (list[2], list[3], list[4], list[5]) = (official, editions, own, ownEditions);
    }

    function ownerOf(ICollection collection) private view returns (address) {
        return IOwnable(address(collection)).owner();
    }

    /// [F-14]
    function test_F14_Freezes() public {
        ICollection[6] memory list = all();
        for (uint256 i; i < list.length; ++i) {
            vm.assertTrue(!list[i].isTokenURIPrefixFrozen(), "changeable at first");
            vm.recordLogs();
            vm.prank(ownerOf(list[i]));
            list[i].freezeTokenURIPrefix();
            Vm.Log[] memory logs = vm.getRecordedLogs();
            vm.assertEq(logs.length, 1, "one log");
            vm.assertEq(logs[0].topics[0], keccak256("TokenURIPrefixFrozen(string)"), "TokenURIPrefixFrozen");
            vm.assertEq(keccak256(logs[0].data), keccak256(abi.encode("ipfs:/")), "with the prefix that stays");
            vm.assertTrue(list[i].isTokenURIPrefixFrozen(), "frozen");
            vm.assertEq(list[i].tokenURIPrefix(), "ipfs:/", "as it was");
        }
    }

    /// [F-14]
    function test_F14_FreezesAChangedPrefix() public {
        vm.startPrank(alice);
        own.setTokenURIPrefix("https://a.example");
        own.freezeTokenURIPrefix();
        vm.stopPrank();
        mint(own, alice, 7);
        vm.assertEq(items(own).tokenURI(7), string.concat("https://a.example", CID), "the changed one stays");
    }

    /// [F-14]
    function test_F14_RevertWhen_TheCallerIsNotTheOwner() public {
        ICollection[6] memory list = all();
        for (uint256 i; i < list.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve));
            vm.prank(eve);
            list[i].freezeTokenURIPrefix();
            vm.assertTrue(!list[i].isTokenURIPrefixFrozen(), "as it was");
        }
    }

    /// [F-14]
    function test_F14_RevertGiven_ThePrefixIsFrozen() public {
        ICollection[6] memory list = all();
        for (uint256 i; i < list.length; ++i) {
            vm.startPrank(ownerOf(list[i]));
            list[i].freezeTokenURIPrefix();
            vm.expectRevert(FROZEN);
            list[i].freezeTokenURIPrefix();
            vm.expectRevert(FROZEN);
            list[i].setTokenURIPrefix("https://a.example");
            vm.expectRevert(FROZEN);
            list[i].setTokenURIPrefix("ipfs:/");
            vm.stopPrank();
            vm.assertEq(list[i].tokenURIPrefix(), "ipfs:/", "as it was");
        }
    }

    /// [F-14] Neither a later owner nor one that comes back can thaw it.
    function test_F14_RevertGiven_AnotherOwner() public {
        vm.startPrank(alice);
        own.freezeTokenURIPrefix();
        items(own).transferOwnership(bob);
        vm.stopPrank();
        vm.startPrank(bob);
        vm.expectRevert(FROZEN);
        own.setTokenURIPrefix("https://b.example");
        items(own).transferOwnership(alice);
        vm.stopPrank();
        vm.expectRevert(FROZEN);
        vm.prank(alice);
        own.setTokenURIPrefix("https://a.example");
    }

    /// [F-14]
    function test_F14_LeavesTheRestToTheOwner() public {
        vm.startPrank(alice);
        own.freezeTokenURIPrefix();
        own.setContractURI("ipfs://cover");
        own.addSigner(bob);
        vm.stopPrank();
        mint(own, alice, 7);
        vm.assertEq(own.contractURI(), "ipfs://cover", "contract URI");
        vm.assertTrue(own.isSigner(bob), "signer");
        vm.assertEq(items(own).tokenURI(7), string.concat("ipfs:/", CID), "and mints");
    }

    /// [F-14]
    function test_F14_LeavesOtherClonesAlone() public {
        vm.prank(alice);
        own.freezeTokenURIPrefix();
        vm.startPrank(bob);
        ICollection other = ICollection(factory.create721("Bob's Birds", "BIRD", miner, "ipfs:/", "ipfs:/", 0));
        vm.assertTrue(!other.isTokenURIPrefixFrozen(), "its own flag");
        other.setTokenURIPrefix("https://b.example");
        vm.stopPrank();
        vm.assertEq(other.tokenURIPrefix(), "https://b.example", "changed");
    }
}
