// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Fill, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {IExchangeByBytes} from "../../base/IExchangeForms.sol";
import {Vm} from "../../base/Vm.sol";

/// @notice Alice signed much, and ends it all.
contract EndEverythingTest is ExchangeBase {
    uint256 private constant CRITERIA = 1;
    uint256 private constant PRIVATE = 2;
    uint256 private constant KINDS = 8;
    bytes32 private constant MAGIC = keccak256("Plinth bulk signature");
    IAuctionExchange private auction;

    /// The exchange beside the auctions of the same proxy.
    function setUp() public override {
        super.setUp();
        address[] memory signers = new address[](1);
        signers[0] = feeSigner;
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 2);
        bytes memory args = abi.encode(operator, predicted, treasury, signers, FEE, FEE);
        auction = IAuctionExchange(vm.deployCode("contracts/artifacts/AuctionExchange.json", args));
        args = abi.encode(operator, predicted, treasury, signers, FEE, FEE, address(0));
        exchange = IFullExchange(vm.deployCode("contracts/artifacts/Exchange.json", args));
        args = abi.encode(exchange, auction, address(0), address(0));
        proxy = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", args));
        approveAll(alice);
        approveAll(bob);
        nft.give(bob, 2);
        pay.give(alice, 1000 ether);
    }

    /// The lowest and highest number of what the words close, and of what the epoch closes, and those between.
    function numbers() private pure returns (uint256[] memory list) {
        list = new uint256[](26);
        (list[0], list[1], list[2], list[3]) = (0, 1023, 1024, type(uint64).max);
        for (uint256 i = 4; i < 26; ++i) list[i] = i < 10 ? i * 100 : 1 << (i * 2 + 4);
    }

    function saleOf(uint256 number) private view returns (Order memory order) {
        order = aSale();
        order.key.salt = saltOf(number);
    }

    /// Alice bids for what Bob has.
    function bidOf(uint256 number) private view returns (Order memory) {
        return Order(OrderKey(alice, saltOf(number, 0, 0, FEE), money(), item(address(nft), 2, 3)), PRICE, 1, FEE);
    }

    function typed(uint256 terms, Order memory order) private view returns (Order memory, bytes memory) {
        order.key.salt |= terms << 64;
        return (order, joined(signed(ALICE_KEY, exchange.digestByTerms(order, bob))));
    }

    /// Alice's signature of a tree of two equal sales.
    function leafOf(Order memory order) private view returns (bytes memory) {
        bytes32 leaf = exchange.hashOrder(order);
        bytes32 typeHash = keccak256(
            "BulkOrder(Order[2] tree)Asset(address token,uint256 tokenId,uint8 assetType)Order(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)"
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Exchange"),
                keccak256("1"),
                block.chainid,
                exchange
            )
        );
        bytes32 tree = keccak256(abi.encode(typeHash, keccak256(bytes.concat(leaf, leaf))));
        Sig memory sig = signed(ALICE_KEY, keccak256(abi.encodePacked("\x19\x01", domain, tree)));
        return abi.encodePacked(joined(sig), leaf, uint16(0), uint8(1), MAGIC);
    }

    /// The call that fills what Alice signed, made while it counts.
    function callOf(uint256 kind, uint256 number) private returns (bytes memory) {
        Order memory sale = saleOf(number);
        if (kind == 0) return abi.encodeWithSelector(EXCHANGE, sale, makerSig(ALICE_KEY, sale), FEE, none(), 1, address(0));
        if (kind == 1) {
            bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n64", exchange.prepareMessage(sale)));
            Sig memory feeSignerApproved = feeSig(FEE_KEY, sale, FEE);
            return abi.encodeWithSelector(EXCHANGE, sale, signed(ALICE_KEY, digest), FEE, feeSignerApproved, 1, address(0));
        }
        if (kind == 2) return byBytes(sale, joined(makerSig(ALICE_KEY, sale)));
        if (kind == 3) return byBytes(sale, leafOf(sale));
        if (kind == 4) {
            vm.prank(alice);
            exchange.register(sale);
            return abi.encodeWithSelector(EXCHANGE, sale, none(), FEE, none(), 1, address(0));
        }
        bytes memory signature;
        if (kind == 5) {
            (sale, signature) = typed(PRIVATE, sale);
            return byBytes(sale, signature);
        }
        Order memory bid = bidOf(number);
        if (kind == 6) return abi.encodeWithSelector(EXCHANGE, bid, makerSig(ALICE_KEY, bid), FEE, none(), PRICE, address(0));
        bid.key.buyAsset.tokenId = 0;
        (bid, signature) = typed(CRITERIA, bid);
        return abi.encodeCall(
            exchange.acceptCriteriaBid, (bid, signature, FEE, none(), PRICE, address(0), 1, 2, new bytes32[](0))
        );
    }

    bytes4 private constant EXCHANGE = 0x9cec6392;

    function byBytes(Order memory sale, bytes memory signature) private pure returns (bytes memory) {
        return abi.encodeCall(IExchangeByBytes.exchange, (sale, signature, FEE, none(), 1, address(0)));
    }

    /// Bob's call, with the coin that a sale costs.
    function fill(uint256 kind, bytes memory data) private returns (bool ok, bytes memory why) {
        vm.prank(bob);
        return address(exchange).call{value: kind < 6 ? due(PRICE, FEE) : 0}(data);
    }

    function end(address account) private returns (uint256 epoch) {
        vm.prank(account);
        exchange.endEverything();
        return exchange.epochOf(account);
    }

    function spent(uint256 number) private view returns (bytes memory) {
        return abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, number);
    }

    /// 208 signatures of eight kinds: each fills before, and none after.
    function test_EndsEveryKindUnderEveryNumber() public {
        uint256[] memory list = numbers();
        bytes[] memory calls = new bytes[](KINDS * list.length);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = callOf(i % KINDS, list[i / KINDS]);
            uint256 before = vm.snapshotState();
            (bool ok,) = fill(i % KINDS, calls[i]);
            vm.assertTrue(ok, "before");
            vm.revertToState(before);
        }
        end(alice);
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory why) = fill(i % KINDS, calls[i]);
            vm.assertTrue(!ok, "after");
            vm.assertEq(keccak256(why), keccak256(spent(list[i / KINDS])), "why");
            vm.assertTrue(exchange.isSpent(alice, list[i / KINDS]), "spent");
        }
    }

    function test_EndsWhatIsLeftOfALot() public {
        uint256[2] memory twice = [uint256(6), 5000];
        for (uint256 i; i < 2; ++i) {
            Order memory lot = aLot();
            lot.key.salt = saltOf(twice[i]);
            uint256 before = vm.snapshotState();
            buy(lot, 4);
            end(alice);
            buyReverts(lot, 4, spent(twice[i]));
            buyReverts(lot, 6, spent(twice[i]));
            vm.revertToState(before);
        }
    }

    function test_TakesWhatIsSignedSince() public {
        uint256 epoch = end(alice);
        uint256 first = epoch << 24;
        buy(saleOf(first), 1);
        assertOver(saleOf(first), 0.05 ether);
        Order memory lot = aLot();
        lot.key.salt = saltOf(first | 0xffffff);
        buy(lot, 4);
        buy(lot, 6);
        vm.assertTrue(exchange.isSpent(alice, lot.key.salt), "over");
        vm.assertTrue(!exchange.isSpent(alice, first + 1), "open");
        buyReverts(saleOf(first - 1), 1, spent(first - 1));
        buyReverts(saleOf(first + (1 << 24)), 1, spent(first + (1 << 24)));
        vm.assertTrue(exchange.isSpent(alice, first - 1) && exchange.isSpent(alice, first + (1 << 24)), "its neighbours");
    }

    function test_WhenItIsCalledAgain() public {
        uint256 first = end(alice);
        uint256 second = end(alice);
        vm.assertTrue(first != second, "another epoch");
        buyReverts(saleOf(first << 24), 1, spent(first << 24));
        buy(saleOf(second << 24), 1);
    }

    function test_LeavesOtherAccountsAlone() public {
        end(eve);
        end(bob);
        buy(aSale(), 1);
        vm.assertEq(exchange.epochOf(alice) + auction.epochOf(alice), 0, "no epoch");
    }

    function test_LogsAtBothExchanges() public {
        vm.recordLogs();
        uint256 epoch = end(alice);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2, "two");
        for (uint256 i; i < 2; ++i) {
            vm.assertEq(logs[i].emitter, i == 0 ? address(exchange) : address(auction), "emitter");
            vm.assertEq(logs[i].topics[0], keccak256("EverythingEnded(address,uint256)"), "topic");
            vm.assertEq(logs[i].topics[1], bytes32(uint256(uint160(alice))), "owner");
            vm.assertEq(keccak256(logs[i].data), keccak256(abi.encode(epoch)), "epoch");
        }
        vm.assertEq(auction.epochOf(alice), epoch, "the same at the auctions");
    }

    /// Of an account that has neither traded nor auctioned: each word and slot is new.
    /// forge-config: default.isolate = true
    function test_Costs() public {
        vm.prank(alice);
        exchange.endEverything();
        vm.assertLe(vm.lastCallGas().gasTotalUsed, 260_000, "both exchanges");
    }

    function test_WhenTheProxyHasNoAuctions() public {
        (exchange, proxy) = deployed();
        end(alice);
        buyReverts(aSale(), 1, spent(5));
    }

    function test_WhenPaused() public {
        vm.prank(operator);
        exchange.pause(1 hours);
        end(alice);
        vm.assertTrue(exchange.isSpent(alice, 5) && exchange.isSpent(alice, 1024), "ended");
    }

    function test_WhenASweepMeetsIt() public {
        Order memory hers = saleOf(1 << 30);
        Order memory others = Order(OrderKey(eve, saltOf(1 << 30), item(address(nft), 3, 3), coin()), 1, PRICE, FEE);
        nft.give(eve, 3);
        approveAll(eve);
        Fill[] memory fills = new Fill[](2);
        fills[0] = Fill(hers, makerSig(ALICE_KEY, hers), FEE, none(), 1);
        fills[1] = Fill(others, makerSig(EVE_KEY, others), FEE, none(), 1);
        end(alice);
        vm.prank(bob);
        bool[] memory done = exchange.sweep{value: 2 * due(PRICE, FEE)}(fills, address(0), 1);
        vm.assertTrue(!done[0] && done[1], "hers is skipped");
        vm.assertEq(bob.balance, 1000 ether - due(PRICE, FEE), "and not paid");
    }

    /// Never zero, never the one before, of 40 bits, and another in each block.
    function testFuzz_TheEpochIsRandom(bytes32 random, bytes32 otherwise) public {
        vm.assume(random != otherwise);
        vm.prevrandao(random);
        uint256 before = vm.snapshotState();
        uint256 epoch = end(alice);
        vm.assertTrue(epoch != 0 && epoch < 1 << 40, "40 bits");
        vm.assertTrue(end(alice) != epoch, "not the last");
        vm.revertToState(before);
        vm.prevrandao(otherwise);
        vm.assertTrue(end(alice) != epoch, "follows the block");
        vm.revertToState(before);
        vm.prevrandao(random);
        vm.setBlockhash(block.number - 1, otherwise);
        vm.assertTrue(end(alice) != epoch, "and the block before");
        vm.assertTrue(end(bob) != exchange.epochOf(alice), "and the account");
    }
}
