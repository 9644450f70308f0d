// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {IOwnable} from "../../base/IOwnable.sol";
import {ManyReceiver} from "../../base/ManyReceivers.sol";
import {MintManyBase} from "../../base/MintManyBase.sol";

contract MinterTest is MintManyBase {
    address private shop;

    function setUp() public override {
        super.setUp();
        shop = address(new ManyReceiver());
    }

    function allow(ICollection collection, address account) private {
        vm.prank(IOwnable(address(collection)).owner());
        collection.setMinter(account);
    }

    function handOver(ICollection collection, address to) private {
        IOwnable ownable = IOwnable(address(collection));
        vm.prank(ownable.owner());
        ownable.transferOwnership(to);
        if (ownable.owner() == to) return;
        vm.prank(to);
        ownable.acceptOwnership();
    }

    function callFor(address to, uint256 id, uint256 supply, Fee[] memory fees, string memory uri) private view returns (bytes memory) {
        return isEditions
            ? abi.encodeCall(ICollection1155.mintByMinter, (to, id, supply, fees, uri))
            : abi.encodeCall(ICollection721.mintByMinter, (to, id, fees, uri));
    }

    function mintAs(address caller, ICollection collection, address to, uint256 id, Fee[] memory fees) private {
        vm.prank(caller);
        (bool ok,) = address(collection).call(callFor(to, id, supplyOf(), fees, CID));
        vm.assertTrue(ok, "minted");
    }

    function reverts(address caller, ICollection collection, bytes memory call, bytes memory why) private {
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(collection).call(call);
        vm.assertTrue(!ok, "passed");
        vm.assertEq(keccak256(answer), keccak256(why), "refused otherwise");
    }

    function callReverts(bytes memory call, bytes memory why) private {
        reverts(shop, officialOf(), call, why);
    }

    function notMinter(address caller) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionCallerNotMinter.selector, caller);
    }

    function test_WhenTheOwnerAllowsAContract() public ofEachStandard {
        vm.assertEq(ownOf().minter(), address(0), "none at first");
        vm.expectEmit(address(ownOf()));
        emit ICollection.MinterChanged(shop);
        allow(ownOf(), shop);
        vm.assertEq(ownOf().minter(), shop, "allowed");
        mintAs(shop, ownOf(), bob, 7, oneFee(carol, 500));
        vm.assertEq(held(ownOf(), bob, 7, 7), supplyOf(), "to any account, without a voucher");
        vm.assertEq(uriOf(ownOf(), 7), string.concat("ipfs:/", CID), "URI");
        vm.assertEq(ownOf().getFeeRecipients(7)[0], carol, "royalty");
        if (isEditions) vm.assertEq(ownEditions.creators(7), bob, "creator");
        else vm.assertEq(own.totalSupply(), 1, "count");
    }

    function test_WhenTheCollectionIsOfficial() public ofEachStandard {
        allow(officialOf(), shop);
        mintAs(shop, officialOf(), bob, 7, noFees());
        vm.assertEq(held(officialOf(), bob, 7, 7), supplyOf(), "minted");
    }

    function test_RevertWhen_NotTheOwnerAllows() public ofEachStandard {
        ICollection[2] memory both = [officialOf(), ownOf()];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", miner));
            vm.prank(miner);
            both[i].setMinter(shop);
        }
    }

    function test_RevertWhen_TheAccountHasNoCode() public ofEachStandard {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionMinterNotContract.selector, bob));
        vm.prank(alice);
        ownOf().setMinter(bob);
    }

    function test_WhenAnotherIsAllowed() public ofEachStandard {
        address next = address(new ManyReceiver());
        allow(ownOf(), shop);
        allow(ownOf(), next);
        vm.assertEq(ownOf().minter(), next, "one at a time");
        reverts(shop, ownOf(), callFor(bob, 7, supplyOf(), noFees(), CID), notMinter(shop));
        mintAs(next, ownOf(), bob, 7, noFees());
    }

    function test_WhenNoneIsAllowed() public ofEachStandard {
        allow(ownOf(), shop);
        vm.expectEmit(address(ownOf()));
        emit ICollection.MinterChanged(address(0));
        allow(ownOf(), address(0));
        vm.assertEq(ownOf().minter(), address(0), "none");
        bytes memory call = callFor(bob, 7, supplyOf(), noFees(), CID);
        reverts(shop, ownOf(), call, notMinter(shop));
        reverts(address(0), ownOf(), call, notMinter(address(0)));
    }

    /// As signers do: the next owner has not allowed it.
    function test_GivenTheOwnershipMoved() public ofEachStandard {
        allow(ownOf(), shop);
        handOver(ownOf(), bob);
        vm.assertEq(ownOf().minter(), address(0), "ended");
        bytes memory call = callFor(bob, 7, supplyOf(), noFees(), CID);
        reverts(shop, ownOf(), call, notMinter(shop));
        handOver(ownOf(), alice);
        vm.assertEq(ownOf().minter(), address(0), "for good");
        reverts(shop, ownOf(), call, notMinter(shop));
        allow(ownOf(), shop);
        mintAs(shop, ownOf(), bob, 7, noFees());
    }

    function test_GivenTheOwnershipIsRenounced() public ofEachStandard {
        allow(ownOf(), shop);
        vm.prank(alice);
        IOwnable(address(ownOf())).renounceOwnership();
        vm.assertEq(ownOf().minter(), address(0), "ended");
    }

    function test_GivenAnOfficialCollectionMoved() public ofEachStandard {
        allow(officialOf(), shop);
        handOver(officialOf(), bob);
        vm.assertEq(officialOf().minter(), shop, "it stays, as signers do");
        mintAs(shop, officialOf(), bob, 7, noFees());
    }

    function test_RevertWhen_TheCallerIsNotTheMinter() public ofEachStandard {
        allow(ownOf(), shop);
        bytes memory call = callFor(bob, 7, supplyOf(), noFees(), CID);
        address[3] memory callers = [alice, miner, eve];
        for (uint256 i; i < 3; ++i) {
            reverts(callers[i], ownOf(), call, notMinter(callers[i]));
        }
    }

    function test_RevertWhen_ItMintsToTheZeroAddress() public ofEachStandard {
        allow(officialOf(), shop);
        string memory why = isEditions ? "ERC1155InvalidReceiver(address)" : "ERC721InvalidReceiver(address)";
        callReverts(callFor(address(0), 7, supplyOf(), noFees(), CID), abi.encodeWithSignature(why, address(0)));
    }

    function test_RevertWhen_TheUriIsEmpty() public ofEachStandard {
        allow(officialOf(), shop);
        callReverts(callFor(bob, 7, supplyOf(), noFees(), ""), abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector));
    }

    function test_RevertWhen_TheSupplyIsZero() public {
        isEditions = true;
        allow(editions, shop);
        callReverts(callFor(bob, 7, 0, noFees(), CID), abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 7));
    }

    function test_RevertWhen_AFeeIsWrong() public ofEachStandard {
        allow(officialOf(), shop);
        uint256 supply = supplyOf();
        callReverts(
            callFor(bob, 7, supply, oneFee(address(0), 1), CID),
            abi.encodeWithSelector(ICollection.CollectionFeeRecipientZero.selector, 0)
        );
        callReverts(callFor(bob, 7, supply, oneFee(bob, 0), CID), abi.encodeWithSelector(ICollection.CollectionFeeZero.selector, 0));
        bytes memory above = abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000);
        callReverts(callFor(bob, 7, supply, oneFee(bob, 1001), CID), above);
    }

    function test_RevertGiven_TheIdIsMintedOrBurnt() public ofEachStandard {
        allow(officialOf(), shop);
        mintOne(officialOf(), bob, 7);
        bytes memory call = callFor(eve, 7, supplyOf(), noFees(), CID);
        callReverts(call, alreadyMinted(7));
        burnAll(officialOf(), bob, 7);
        callReverts(call, alreadyMinted(7));
        // Nor does a voucher mint what the minter minted.
        mintAs(shop, officialOf(), bob, 8, noFees());
        mintManyReverts(officialOf(), bob, many(8, 1, noFees()), alreadyMinted(8));
    }

    function test_WhenTheReceiverHasCode() public ofEachStandard {
        allow(officialOf(), shop);
        ManyReceiver receiver = new ManyReceiver();
        receiver.expect(7, 0);
        mintAs(shop, officialOf(), address(receiver), 7, noFees());
        vm.assertEq(receiver.hooks(), 1, "asked once");
        vm.assertEq(receiver.operator(), shop, "by the minter");
        vm.assertEq(receiver.from(), address(0), "new");
        vm.assertEq(receiver.lastUri(), string.concat("ipfs:/", CID), "all written before");
    }

    function test_RevertWhen_TheReceiverRefuses() public ofEachStandard {
        allow(officialOf(), shop);
        ManyReceiver receiver = new ManyReceiver();
        receiver.expect(7, 1);
        string memory why = isEditions ? "ERC1155InvalidReceiver(address)" : "ERC721InvalidReceiver(address)";
        callReverts(callFor(address(receiver), 7, supplyOf(), noFees(), CID), abi.encodeWithSignature(why, receiver));
    }

    /// forge-config: default.isolate = true
    function test_GasOfMintByMinter() public {
        allow(own, shop);
        allow(ownEditions, shop);
        mintAs(shop, own, bob, 7, oneFee(carol, 500));
        mintAs(shop, own, bob, 8, oneFee(carol, 500));
        measured("mintByMinter");
        isEditions = true;
        mintAs(shop, ownEditions, bob, 7, oneFee(carol, 500));
        measured("mintByMinter1155");
    }
}
