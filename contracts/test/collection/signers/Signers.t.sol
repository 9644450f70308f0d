// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";

contract SignersTest is CollectionBase {
    /// [SOL-15] a clone's first signer comes from its code and can be removed and added like any other
    function test_AddsAndRemoves() public {
        ICollection721[2] memory both = [own, official];
        for (uint256 i; i < 2; ++i) {
            ICollection721 collection = both[i];
            vm.startPrank(items(collection).owner());
            vm.assertTrue(collection.isSigner(miner), "from the start");
            collection.removeSigner(miner);
            vm.assertTrue(!collection.isSigner(miner), "removed");
            collection.addSigner(miner);
            vm.assertTrue(collection.isSigner(miner), "again");
            collection.addSigner(eve);
            vm.assertTrue(collection.isSigner(eve), "another");
            vm.assertTrue(!collection.isSigner(bob), "no other account");
            vm.assertTrue(!collection.isSigner(address(0)), "nor zero");
            vm.stopPrank();
        }
    }

    function test_Renounces() public {
        vm.prank(miner);
        own.renounceSigner();
        vm.assertTrue(!own.isSigner(miner), "gone");
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerMissing.selector, miner));
        vm.prank(miner);
        own.renounceSigner();
    }

    /// [SOL-40] [SOL-15]
    function test_RevertWhen_NotTheOwner() public {
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve);
        vm.startPrank(eve);
        vm.expectRevert(why);
        own.addSigner(eve);
        vm.expectRevert(why);
        own.removeSigner(miner);
        vm.stopPrank();
    }

    /// [SOL-45]
    function test_RevertGiven_ASigner() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerExists.selector, miner));
        vm.prank(alice);
        own.addSigner(miner);
    }

    /// [SOL-46]
    function test_RevertGiven_NoSigner() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerMissing.selector, eve));
        vm.prank(alice);
        own.removeSigner(eve);
    }

    /// [SOL-47]
    function test_RevertWhen_Zero() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerZero.selector));
        vm.prank(alice);
        own.addSigner(address(0));
    }
}
