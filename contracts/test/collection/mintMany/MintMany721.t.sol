// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MintMany} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {ManyReceiver} from "../../base/ManyReceivers.sol";
import {MintManyBase} from "../../base/MintManyBase.sol";
import {Vm} from "../../base/Vm.sol";

contract MintMany721Test is MintManyBase {
    /// [MASS-04]
    function test_WhenOfficial() public {
        MintMany memory terms = three();
        terms.items[1].uri = "/anything";
        terms.items[2].fees = oneFee(alice, 1000);
        mintMany(official, bob, terms);
        vm.assertEq(held(official, bob, 7, 9), 3, "Bob's");
        vm.assertEq(items(official).balanceOf(bob), 3, "balance");
        vm.assertEq(official.totalSupply(), 3, "supply");
        vm.assertEq(items(official).tokenURI(7), string.concat("ipfs:/", CID), "URI");
        vm.assertEq(items(official).tokenURI(8), "ipfs://anything", "its own");
        (address to, uint256 amount) = items(official).royaltyInfo(8, 1 ether);
        vm.assertEq(to, carol, "royalty");
        vm.assertEq(amount, 0.05 ether, "and how much");
        (to, amount) = items(official).royaltyInfo(9, 1 ether);
        vm.assertEq(to, alice, "of this one");
        vm.assertEq(amount, 0.1 ether, "another");
    }

    function test_RevertWhen_ASupplyIsNotOne() public {
        MintMany memory terms = three();
        for (uint256 supply; supply < 3; supply += 2) {
            terms.items[2].supply = supply;
            bytes memory why = abi.encodeWithSelector(ICollection.CollectionSupplyInvalid.selector, 9, supply);
            mintManyReverts(official, bob, terms, why);
        }
    }

    function test_LogsTransferThenFeesOfEach() public {
        Sig memory sig = signedMany(official, bob, three());
        vm.recordLogs();
        vm.prank(bob);
        official.mintMany(three(), sig);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 6, "two of each");
        for (uint256 i; i < 3; ++i) {
            Vm.Log memory transfer = logs[2 * i];
            vm.assertEq(transfer.topics[0], keccak256("Transfer(address,address,uint256)"), "Transfer");
            vm.assertEq(transfer.topics[1], 0, "new");
            vm.assertEq(transfer.topics[2], bytes32(uint256(uint160(bob))), "to the caller");
            vm.assertEq(transfer.topics[3], bytes32(7 + i), "of the id");
            address[] memory recipients = new address[](1);
            uint256[] memory bps = new uint256[](1);
            (recipients[0], bps[0]) = (carol, 500);
            vm.assertEq(keccak256(logs[2 * i + 1].data), keccak256(abi.encode(7 + i, recipients, bps)), "fees");
        }
    }

    /// From the first hook on, the last item is there with all that belongs to it.
    function test_WhenTheMinterHasCode() public {
        ManyReceiver minter = new ManyReceiver();
        minter.expect(9, 0);
        minter.act(address(official), abi.encodeCall(ICollection.mintMany, (three(), signedMany(official, address(minter), three()))));
        vm.assertEq(minter.hooks(), 3, "for each item");
        vm.assertEq(minter.operator(), address(minter), "its own call");
        vm.assertEq(minter.from(), address(0), "new");
        vm.assertEq(minter.lastUri(), string.concat("ipfs:/", CID), "all written before");
        vm.assertEq(items(official).balanceOf(address(minter)), 3, "all");
    }

    function test_RevertWhen_TheMinterRefusesOne() public {
        ManyReceiver minter = new ManyReceiver();
        bytes memory call = abi.encodeCall(ICollection.mintMany, (three(), signedMany(official, address(minter), three())));
        for (uint256 i = 1; i <= 3; ++i) {
            minter.expect(9, i);
            vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", minter));
            minter.act(address(official), call);
        }
        vm.assertEq(official.totalSupply(), 0, "none");
        minter.expect(9, 0);
        minter.act(address(official), call);
    }

    /// forge-config: default.isolate = true
    function test_GasOfMintMany() public {
        mint(own, alice, 1);
        mint(own, alice, 2);
        uint256 single = measured("mint");
        mint(own, alice, 3, oneFee(alice, 500), CID);
        uint256 singleRoyalty = measured("mintRoyalty");
        mintMany(own, alice, many(101, 1, noFees()));
        uint256 first = measured("mintManyFirst");
        mintMany(own, alice, many(201, 50, noFees()));
        further("mintManyFurther", first, single);
        mintMany(own, alice, many(301, 1, oneFee(alice, 500)));
        first = measured("mintManyFirstRoyalty");
        mintMany(own, alice, many(401, 50, oneFee(alice, 500)));
        further("mintManyFurtherRoyalty", first, singleRoyalty);
    }
}
