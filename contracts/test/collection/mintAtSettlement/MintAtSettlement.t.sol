// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {ISettlementMint} from "../../../src/collection/ISettlementMint.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {Vm} from "../../base/Vm.sol";

/// @notice Both standards; the test itself is the exchange.
contract MintAtSettlementTest is Collection1155Base {
    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");
    bytes32 private constant TRANSFER_SINGLE = keccak256("TransferSingle(address,address,address,uint256,uint256)");

    function terms(uint256 supply) private view returns (SettlementVoucher memory voucher) {
        voucher.fees = oneFee(carol, 500);
        (voucher.uri, voucher.supply, voucher.deadline) = (CID, supply, block.timestamp + 1 days);
    }

    function allowed(ICollection collection, uint256 id, address creator, SettlementVoucher memory voucher)
        private
        view
        returns (SettlementVoucher memory)
    {
        voucher.sig = signed(MINER_KEY, collection.settlementMintDigest(address(this), id, creator, voucher));
        return voucher;
    }

    function mintReverts(ICollection collection, uint256 id, address creator, SettlementVoucher memory voucher, bytes memory why)
        private
    {
        vm.expectRevert(why);
        collection.mintAtSettlement(id, creator, bob, 1, voucher);
    }

    function invalid(uint256 id, address creator) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, id, creator);
    }

    function test_RevertWhen_TheCallerIsAnotherExchange() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        address[3] memory callers = [alice, eve, address(0x40FE)];
        for (uint256 i; i < callers.length; ++i) {
            vm.prank(callers[i]);
            mintReverts(official, 7, alice, voucher, invalid(7, alice));
        }
        official.mintAtSettlement(7, alice, bob, 1, voucher);
    }

    /// [SOL-06] each word of the voucher is signed
    function test_RevertWhen_AnythingIsAnother() public {
        ICollection[2] memory collections = [ICollection(official), editions];
        for (uint256 i; i < 2; ++i) {
            ICollection collection = collections[i];
            SettlementVoucher memory voucher = allowed(collection, 7, alice, terms(1));
            mintReverts(collection, 8, alice, voucher, invalid(8, alice));
            mintReverts(collection, 7, bob, voucher, invalid(7, bob));
            mintReverts(collections[1 - i], 7, alice, voucher, invalid(7, alice));
            voucher.deadline += 1;
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.deadline -= 1;
            voucher.uri = "/another";
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.uri = CID;
            voucher.fees[0].value = 499;
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.fees[0] = Fee(eve, 500);
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.fees = noFees();
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.fees = oneFee(carol, 500);
            voucher.sig = mirrored(voucher.sig);
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.sig = signed(EVE_KEY, collection.settlementMintDigest(address(this), 7, alice, voucher));
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher = allowed(collection, 7, alice, voucher);
            vm.chainId(31338);
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            vm.chainId(31337);
            collection.mintAtSettlement(7, alice, bob, 1, voucher);
        }
    }

    function test_RevertWhen_TheSupplyIsAnother() public {
        SettlementVoucher memory voucher = allowed(editions, 7, alice, terms(10));
        voucher.supply = 11;
        mintReverts(editions, 7, alice, voucher, invalid(7, alice));
        mintReverts(
            editions, 7, alice, allowed(editions, 7, alice, terms(0)), abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 7)
        );
        mintReverts(
            official, 7, alice, allowed(official, 7, alice, terms(2)), abi.encodeWithSelector(ICollection.CollectionSupplyInvalid.selector, 7, 2)
        );
    }

    function test_RevertWhen_TheDeadlineHasPassed() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        vm.warp(voucher.deadline + 1);
        mintReverts(official, 7, alice, voucher, abi.encodeWithSelector(ICollection.CollectionVoucherExpired.selector, voucher.deadline));
        vm.warp(voucher.deadline);
        official.mintAtSettlement(7, alice, bob, 1, voucher);
    }

    function test_RevertWhen_TheCreatorMayNotMint() public {
        SettlementVoucher memory voucher = allowed(own, 7, bob, terms(1));
        mintReverts(own, 7, bob, voucher, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob));
        own.mintAtSettlement(7, alice, bob, 1, allowed(own, 7, alice, terms(1)));
        vm.assertEq(items(own).ownerOf(7), bob, "out of her own collection");
    }

    function test_RevertWhen_UriOrFeesDoNotFit() public {
        SettlementVoucher memory voucher = terms(1);
        voucher.uri = "";
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector);
        mintReverts(official, 7, alice, allowed(official, 7, alice, voucher), why);
        voucher = terms(1);
        voucher.fees[0].value = 1001;
        why = abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000);
        mintReverts(official, 7, alice, allowed(official, 7, alice, voucher), why);
    }

    function test_RevertGiven_Minted() public {
        official.mintAtSettlement(7, alice, bob, 1, allowed(official, 7, alice, terms(1)));
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        mintReverts(official, 7, alice, allowed(official, 7, alice, terms(1)), why);
        vm.prank(bob);
        official.burn(7);
        mintReverts(official, 7, alice, allowed(official, 7, alice, terms(1)), why);
    }

    function test_RevertGiven_AnIdOfAnotherCreator() public {
        editions.mintAtSettlement(7, alice, bob, 3, allowed(editions, 7, alice, terms(10)));
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        mintReverts(editions, 7, bob, allowed(editions, 7, bob, terms(10)), why);
    }

    function test_RevertWhen_TheReceiverIsZero() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", address(0)));
        official.mintAtSettlement(7, alice, address(0), 1, voucher);
        voucher = allowed(editions, 7, alice, terms(10));
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", address(0)));
        editions.mintAtSettlement(7, alice, address(0), 1, voucher);
        vm.assertEq(official.totalSupply() + editions.totalSupply(7), 0, "nothing minted");
    }

    /// The zero address created every id that was never minted, in the letter of `creators`.
    function test_RevertWhen_TheCreatorIsZero() public {
        mintReverts(
            official, 7, address(0), allowed(official, 7, address(0), terms(1)), abi.encodeWithSignature("ERC721InvalidReceiver(address)", address(0))
        );
        mintReverts(
            editions, 7, address(0), allowed(editions, 7, address(0), terms(1)), abi.encodeWithSignature("ERC1155InvalidReceiver(address)", address(0))
        );
    }

    function test_RevertWhen_TheAmountDoesNotFit() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        uint256[3] memory amounts = [uint256(0), 2, type(uint256).max];
        for (uint256 i; i < amounts.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionAmountInvalid.selector, 7, amounts[i]));
            official.mintAtSettlement(7, alice, bob, amounts[i], voucher);
        }
        voucher = allowed(editions, 7, alice, terms(10));
        amounts[1] = 11;
        for (uint256 i; i < amounts.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionAmountInvalid.selector, 7, amounts[i]));
            editions.mintAtSettlement(7, alice, bob, amounts[i], voucher);
        }
        editions.mintAtSettlement(7, alice, bob, 10, voucher);
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 10, "all of it at once");
        vm.assertEq(tokens(editions).balanceOf(alice, 7), 0, "none is left");
    }

    function test_RevertWhen_TheReceiverTakesNoItems() public {
        HostilePayee receiver = new HostilePayee();
        receiver.refuseItems();
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", receiver));
        official.mintAtSettlement(7, alice, address(receiver), 1, voucher);
        voucher = allowed(editions, 7, alice, terms(10));
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", receiver));
        editions.mintAtSettlement(7, alice, address(receiver), 1, voucher);
        vm.assertEq(official.totalSupply() + editions.totalSupply(7), 0, "nothing minted");
    }

    /// A seller with code that takes no items sells all the same: the item only passes through its name.
    function test_WhenTheCreatorTakesNoItems() public {
        HostilePayee creator = new HostilePayee();
        creator.refuseItems();
        official.mintAtSettlement(7, address(creator), bob, 1, allowed(official, 7, address(creator), terms(1)));
        vm.assertEq(items(official).ownerOf(7), bob, "delivered");
        editions.mintAtSettlement(7, address(creator), bob, 3, allowed(editions, 7, address(creator), terms(10)));
        vm.assertEq(tokens(editions).balanceOf(address(creator), 7), 7, "the rest is the creator's");
    }

    function test_WhenAnERC721() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        vm.recordLogs();
        (uint8 assetType, bool delivered) = official.mintAtSettlement(7, alice, bob, 1, voucher);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(assetType, 3, "an ERC721");
        vm.assertTrue(delivered, "delivered");
        vm.assertEq(logs.length, 3, "two transfers and the royalties");
        for (uint256 i; i < 2; ++i) {
            Vm.Log memory log = logs[i == 0 ? 0 : 2];
            vm.assertEq(log.topics[0], TRANSFER, "Transfer");
            vm.assertEq(log.topics[1], bytes32(uint256(uint160(i == 0 ? address(0) : alice))), "from");
            vm.assertEq(log.topics[2], bytes32(uint256(uint160(i == 0 ? alice : bob))), "to");
            vm.assertEq(log.topics[3], bytes32(uint256(7)), "id");
        }
        vm.assertEq(items(official).ownerOf(7), bob, "the buyer's");
        vm.assertEq(items(official).balanceOf(alice), 0, "none is the creator's");
        vm.assertEq(items(official).balanceOf(bob), 1, "one is the buyer's");
        vm.assertEq(items(official).getApproved(7), address(0), "no approval is left");
        vm.assertEq(official.totalSupply(), 1, "supply");
        vm.assertEq(items(official).tokenURI(7), string.concat("ipfs:/", CID), "uri");
        (address recipient, uint256 royalty) = items(official).royaltyInfo(7, 1 ether);
        vm.assertEq(recipient, carol, "recipient");
        vm.assertEq(royalty, 0.05 ether, "royalty");
    }

    function test_WhenTheFirstFillOfAnERC1155() public {
        SettlementVoucher memory voucher = allowed(editions, 7, alice, terms(10));
        vm.recordLogs();
        (uint8 assetType, bool delivered) = editions.mintAtSettlement(7, alice, bob, 3, voucher);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(assetType, 2, "an ERC1155");
        vm.assertTrue(delivered, "delivered");
        vm.assertEq(logs.length, 4, "two transfers, royalties and URI");
        for (uint256 i; i < 2; ++i) {
            Vm.Log memory log = logs[i * 3];
            vm.assertEq(log.topics[0], TRANSFER_SINGLE, "TransferSingle");
            vm.assertEq(log.topics[1], bytes32(uint256(uint160(address(this)))), "the exchange did it");
            vm.assertEq(log.topics[2], bytes32(uint256(uint160(i == 0 ? address(0) : alice))), "from");
            vm.assertEq(log.topics[3], bytes32(uint256(uint160(i == 0 ? alice : bob))), "to");
            vm.assertEq(keccak256(log.data), keccak256(abi.encode(7, i == 0 ? 10 : 3)), "id and amount");
        }
        vm.assertEq(tokens(editions).balanceOf(alice, 7), 7, "the creator's");
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 3, "the buyer's");
        vm.assertEq(editions.totalSupply(7), 10, "supply");
        vm.assertEq(editions.creators(7), alice, "creator");
        vm.assertTrue(!tokens(editions).isApprovedForAll(alice, address(this)), "no approval is left");
    }

    /// The exchange moves those units by its proxy, with the creator's approval.
    function test_GivenALaterFillOfAnERC1155() public {
        editions.mintAtSettlement(7, alice, bob, 3, allowed(editions, 7, alice, terms(10)));
        vm.recordLogs();
        (uint8 assetType, bool delivered) = editions.mintAtSettlement(7, alice, bob, 2, terms(99));
        vm.assertEq(vm.getRecordedLogs().length, 0, "no log");
        vm.assertEq(assetType, 2, "an ERC1155");
        vm.assertTrue(!delivered, "not delivered");
        vm.assertEq(editions.totalSupply(7), 10, "minted once");
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 3, "nothing moved");
    }

    /// On other terms than the voucher's, so it is not what the buyer saw.
    function test_RevertGiven_TheCreatorMintedItOtherwise() public {
        mint(editions, alice, 7);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7));
        editions.mintAtSettlement(7, alice, eve, 10, terms(10));
    }

    /// The caller got no right by the mint: not to this item, not to another.
    function test_NeverApprovesTheCaller() public {
        official.mintAtSettlement(7, alice, bob, 1, allowed(official, 7, alice, terms(1)));
        mint(official, alice, 8);
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", address(this), 7));
        items(official).transferFrom(bob, eve, 7);
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", address(this), 8));
        items(official).transferFrom(alice, eve, 8);
        editions.mintAtSettlement(7, alice, bob, 3, allowed(editions, 7, alice, terms(10)));
        vm.expectRevert(abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", address(this), alice));
        tokens(editions).safeTransferFrom(alice, eve, 7, 1, "");
    }

    function test_WhenTheCreatorBuysIt() public {
        official.mintAtSettlement(7, alice, alice, 1, allowed(official, 7, alice, terms(1)));
        vm.assertEq(items(official).balanceOf(alice), 1, "one");
        editions.mintAtSettlement(7, alice, alice, 3, allowed(editions, 7, alice, terms(10)));
        vm.assertEq(tokens(editions).balanceOf(alice, 7), 10, "all");
    }

    /// The first edition's shape answers nothing here, so no exchange of it mistakes these collections for its own.
    function test_TheSelectorIsNew() public {
        bytes4 first = bytes4(keccak256("mintAtSettlement(uint256,address,address,((address,uint256)[],string,uint256,uint256,(uint8,bytes32,bytes32)))"));
        vm.assertTrue(ISettlementMint.mintAtSettlement.selector != first, "another selector");
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        (bool ok,) = address(official).call(abi.encodeWithSelector(first, 7, alice, bob, voucher));
        vm.assertTrue(!ok, "not an ERC721");
        voucher = allowed(editions, 7, alice, terms(10));
        (ok,) = address(editions).call(abi.encodeWithSelector(first, 7, alice, bob, voucher));
        vm.assertTrue(!ok, "nor an ERC1155");
    }

    /// Units neither appear nor vanish, whatever the amounts.
    function testFuzz_KeepsEveryUnit(uint256 supply, uint256 amount) public {
        supply = bound(supply, 1, type(uint256).max);
        amount = bound(amount, 1, supply);
        editions.mintAtSettlement(7, alice, bob, amount, allowed(editions, 7, alice, terms(supply)));
        vm.assertEq(tokens(editions).balanceOf(bob, 7), amount, "the buyer's");
        vm.assertEq(tokens(editions).balanceOf(alice, 7), supply - amount, "the creator's");
        vm.assertEq(editions.totalSupply(7), supply, "supply");
    }

    /// forge-config: default.isolate = true
    function test_GasOfASettlementMint() public {
        own.mintAtSettlement(1, alice, bob, 1, allowed(own, 1, alice, terms(1)));
        own.mintAtSettlement(2, alice, bob, 1, allowed(own, 2, alice, terms(1)));
        within("settlementMintRoyalty", 150_000);
    }
}
